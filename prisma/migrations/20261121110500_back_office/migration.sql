-- AlterTable
ALTER TABLE "User" ADD COLUMN "suspendedAt" DATETIME;

-- CreateTable
CREATE TABLE "SupportForm" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "fields" TEXT NOT NULL,
    "isActive" BOOLEAN NOT NULL,
    "notificationEmail" TEXT,
    "autoReplyEnabled" BOOLEAN NOT NULL DEFAULT true,
    "autoReplyTemplate" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "SupportSubmission" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "formId" TEXT NOT NULL,
    "userId" TEXT,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "answers" TEXT NOT NULL,
    "clientKey" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'new',
    "priority" TEXT NOT NULL DEFAULT 'normal',
    "tags" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "SupportSubmission_formId_fkey" FOREIGN KEY ("formId") REFERENCES "SupportForm" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actorId" TEXT NOT NULL,
    "actorEmail" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "targetType" TEXT NOT NULL,
    "targetId" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "DailyCount" (
    "kind" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("kind", "day")
);

-- CreateIndex
CREATE UNIQUE INDEX "SupportSubmission_requestId_key" ON "SupportSubmission"("requestId");

-- CreateIndex
CREATE INDEX "SupportSubmission_createdAt_idx" ON "SupportSubmission"("createdAt");

-- CreateIndex
CREATE INDEX "SupportSubmission_status_createdAt_idx" ON "SupportSubmission"("status", "createdAt");

-- CreateIndex
CREATE INDEX "SupportSubmission_email_createdAt_idx" ON "SupportSubmission"("email", "createdAt");

-- CreateIndex
CREATE INDEX "SupportSubmission_clientKey_createdAt_idx" ON "SupportSubmission"("clientKey", "createdAt");

-- CreateIndex
CREATE INDEX "AuditEntry_createdAt_idx" ON "AuditEntry"("createdAt");

-- CreateIndex
CREATE INDEX "AuditEntry_targetType_targetId_createdAt_idx" ON "AuditEntry"("targetType", "targetId", "createdAt");

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_createdAt_idx" ON "AuditEntry"("actorId", "createdAt");
