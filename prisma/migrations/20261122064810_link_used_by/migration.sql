-- AlterTable
ALTER TABLE "EmailLink" ADD COLUMN "usedBy" TEXT;

-- AlterTable
ALTER TABLE "SubmissionLink" ADD COLUMN "usedBy" TEXT;
