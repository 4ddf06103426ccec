-- DropIndex
DROP INDEX "Document_appId_deletedAt_createdAt_idx";

-- CreateIndex
CREATE INDEX "Document_appId_deletedAt_createdAt_id_updatedAt_idx" ON "Document"("appId", "deletedAt", "createdAt", "id", "updatedAt");
