-- AlterTable
ALTER TABLE "Form" ADD COLUMN "answersByMail" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Submission" ADD COLUMN "mailedToVisitorId" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Submission" ADD COLUMN "mailedToOwnerId" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Message" ADD COLUMN "via" TEXT NOT NULL DEFAULT 'page';
ALTER TABLE "Message" ADD COLUMN "rest" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "InboundMail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "carrierId" TEXT NOT NULL,
    "submissionId" TEXT,
    "side" TEXT NOT NULL DEFAULT '',
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "sealedBody" BLOB,
    "messageIdHeader" TEXT NOT NULL DEFAULT '',
    "messageId" INTEGER,
    "receivedAt" DATETIME NOT NULL,
    CONSTRAINT "InboundMail_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "KnownSender" (
    "submissionId" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("submissionId", "side", "email"),
    CONSTRAINT "KnownSender_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UndeliverableMailbox" (
    "mailboxKey" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "InboundMail_carrierId_key" ON "InboundMail"("carrierId");
CREATE INDEX "InboundMail_submissionId_receivedAt_idx" ON "InboundMail"("submissionId", "receivedAt");
CREATE INDEX "InboundMail_outcome_receivedAt_idx" ON "InboundMail"("outcome", "receivedAt");
CREATE INDEX "InboundMail_receivedAt_idx" ON "InboundMail"("receivedAt");
CREATE INDEX "OutboxMail_messageId_idx" ON "OutboxMail"("messageId");
