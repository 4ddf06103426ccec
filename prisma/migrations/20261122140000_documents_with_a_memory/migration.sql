-- Only additions, because code of before runs beside this one during a deployment.
ALTER TABLE "Document" ADD COLUMN "kind" TEXT;
ALTER TABLE "Document" ADD COLUMN "effectiveOn" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Document" ADD COLUMN "historyOpenedAt" DATETIME;

ALTER TABLE "DocumentVersion" ADD COLUMN "effectiveOn" TEXT NOT NULL DEFAULT '';
ALTER TABLE "DocumentVersion" ADD COLUMN "note" TEXT NOT NULL DEFAULT '';
ALTER TABLE "DocumentVersion" ADD COLUMN "withdrawnAt" DATETIME;

ALTER TABLE "OutboxMail" ADD COLUMN "stream" TEXT NOT NULL DEFAULT 'transactional';

-- CreateTable
CREATE TABLE "DocumentDraft" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "appId" TEXT NOT NULL,
    "documentId" TEXT,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "format" TEXT,
    "kind" TEXT,
    "slug" TEXT NOT NULL DEFAULT '',
    "effectiveOn" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "base" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "requestId" TEXT NOT NULL,
    "savedBy" TEXT NOT NULL,
    "announcedAt" DATETIME,
    "failure" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "DocumentDraft_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "DocumentDraft_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Subscriber" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "appId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "confirmedAt" DATETIME,
    CONSTRAINT "Subscriber_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Notice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "dedupeKey" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "facts" TEXT NOT NULL,
    "cursor" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "doneAt" DATETIME,
    CONSTRAINT "Notice_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "DocumentDraft_documentId_key" ON "DocumentDraft"("documentId");
CREATE UNIQUE INDEX "DocumentDraft_appId_requestId_key" ON "DocumentDraft"("appId", "requestId");
CREATE UNIQUE INDEX "Subscriber_appId_email_key" ON "Subscriber"("appId", "email");
CREATE INDEX "Subscriber_confirmedAt_createdAt_idx" ON "Subscriber"("confirmedAt", "createdAt");
CREATE UNIQUE INDEX "Notice_dedupeKey_key" ON "Notice"("dedupeKey");
CREATE INDEX "Notice_documentId_createdAt_idx" ON "Notice"("documentId", "createdAt");
