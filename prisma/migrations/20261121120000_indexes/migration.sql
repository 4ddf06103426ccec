-- An app's documents and forms are asked for by app and by what is not deleted: an index of both,
-- so that SQLite never prefers one on deletedAt alone, which leads to every live row of the site.

-- DropIndex
DROP INDEX "Document_appId_createdAt_idx";
DROP INDEX "Document_appId_updatedAt_idx";
DROP INDEX "Form_appId_updatedAt_idx";

-- CreateIndex
CREATE INDEX "Document_appId_deletedAt_createdAt_idx" ON "Document"("appId", "deletedAt", "createdAt");
CREATE INDEX "Document_appId_deletedAt_updatedAt_idx" ON "Document"("appId", "deletedAt", "updatedAt");
CREATE INDEX "Form_appId_deletedAt_createdAt_idx" ON "Form"("appId", "deletedAt", "createdAt");
CREATE INDEX "Form_appId_deletedAt_updatedAt_idx" ON "Form"("appId", "deletedAt", "updatedAt");
