-- Internal notes are entries of a conversation. The one text that a submission had becomes its first.

CREATE TABLE "InternalNote" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "submissionId" TEXT NOT NULL,
    "afterMessageId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "InternalNote_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "InternalNote_submissionId_requestId_key" ON "InternalNote"("submissionId", "requestId");

INSERT INTO "InternalNote" ("submissionId", "afterMessageId", "text", "requestId", "createdAt")
SELECT s."id",
    (SELECT coalesce(max(m."id"), 0) FROM "Message" m WHERE m."submissionId" = s."id"),
    s."internalNotes", 'first', s."updatedAt"
FROM "Submission" s WHERE s."internalNotes" <> '';
