-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN "thread" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "grantedPlan" TEXT;

-- CreateTable
CREATE TABLE "Form" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "appId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "titleKey" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "fields" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME,
    CONSTRAINT "Form_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Form_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Submission" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "answers" TEXT NOT NULL,
    "clientKey" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "verifiedAt" DATETIME,
    "sessionEndsAt" DATETIME,
    "lastActivityAt" DATETIME NOT NULL,
    "lastSender" TEXT NOT NULL DEFAULT 'user',
    "status" TEXT NOT NULL DEFAULT 'new',
    "priority" TEXT NOT NULL DEFAULT 'normal',
    "tags" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '',
    "internalNotes" TEXT NOT NULL DEFAULT '',
    "messageCount" INTEGER NOT NULL DEFAULT 0,
    "noticeSentAt" DATETIME,
    CONSTRAINT "Submission_formId_fkey" FOREIGN KEY ("formId") REFERENCES "Form" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Message" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "submissionId" TEXT NOT NULL,
    "senderType" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Message_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SubmissionLink" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "submissionId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "SubmissionLink_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AnsweredQuestion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "submissionId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "SuppressedAddress" (
    "emailKey" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "UnsolicitedMail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "emailKey" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "SavedReply" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SavedReply_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Form_appId_updatedAt_idx" ON "Form"("appId", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Form_appId_slug_key" ON "Form"("appId", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "Form_userId_titleKey_key" ON "Form"("userId", "titleKey");

-- CreateIndex
CREATE UNIQUE INDEX "Form_appId_requestId_key" ON "Form"("appId", "requestId");

-- CreateIndex
CREATE UNIQUE INDEX "Submission_id_key" ON "Submission"("id");

-- CreateIndex
CREATE INDEX "Submission_formId_number_idx" ON "Submission"("formId", "number");

-- CreateIndex
CREATE INDEX "Submission_appId_number_idx" ON "Submission"("appId", "number");

-- CreateIndex
CREATE INDEX "Submission_userId_formId_lastSender_verifiedAt_status_idx" ON "Submission"("userId", "formId", "lastSender", "verifiedAt", "status");

-- CreateIndex
CREATE INDEX "Submission_userId_formId_verifiedAt_idx" ON "Submission"("userId", "formId", "verifiedAt");

-- CreateIndex
CREATE INDEX "Submission_email_createdAt_idx" ON "Submission"("email", "createdAt");

-- CreateIndex
CREATE INDEX "Submission_clientKey_createdAt_idx" ON "Submission"("clientKey", "createdAt");

-- CreateIndex
CREATE INDEX "Submission_verifiedAt_createdAt_idx" ON "Submission"("verifiedAt", "createdAt");

-- CreateIndex
CREATE INDEX "Message_submissionId_id_idx" ON "Message"("submissionId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Message_submissionId_requestId_key" ON "Message"("submissionId", "requestId");

-- CreateIndex
CREATE INDEX "SubmissionLink_submissionId_purpose_createdAt_idx" ON "SubmissionLink"("submissionId", "purpose", "createdAt");

-- CreateIndex
CREATE INDEX "SubmissionLink_expiresAt_idx" ON "SubmissionLink"("expiresAt");

-- CreateIndex
CREATE INDEX "AnsweredQuestion_expiresAt_idx" ON "AnsweredQuestion"("expiresAt");

-- CreateIndex
CREATE INDEX "UnsolicitedMail_emailKey_createdAt_idx" ON "UnsolicitedMail"("emailKey", "createdAt");

-- CreateIndex
CREATE INDEX "UnsolicitedMail_createdAt_idx" ON "UnsolicitedMail"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "SavedReply_userId_title_key" ON "SavedReply"("userId", "title");

-- CreateIndex
CREATE INDEX "OutboxMail_thread_id_idx" ON "OutboxMail"("thread", "id");

-- The search over submissions: an index of three-character pieces without a copy of the text.
-- Prisma does not describe virtual tables; prisma/migrate.ts leaves them alone.
CREATE VIRTUAL TABLE "SubmissionSearch" USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram');

-- Rows are added by the model, and leave with their submission, also by a cascade.
CREATE TRIGGER "Submission_leaves_search" AFTER DELETE ON "Submission" BEGIN
    DELETE FROM "SubmissionSearch" WHERE rowid = old.number;
END;
