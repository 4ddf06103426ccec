-- CreateTable
CREATE TABLE "SupportReply" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "submissionId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SupportReply_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "SupportSubmission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "SupportReply_submissionId_requestId_key" ON "SupportReply"("submissionId", "requestId");

-- CreateIndex
CREATE INDEX "SupportReply_submissionId_id_idx" ON "SupportReply"("submissionId", "id");
