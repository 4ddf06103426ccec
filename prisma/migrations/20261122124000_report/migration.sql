-- AlterTable
ALTER TABLE "SupportSubmission" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'message';

-- CreateIndex
CREATE INDEX "SupportSubmission_kind_createdAt_idx" ON "SupportSubmission"("kind", "createdAt");
