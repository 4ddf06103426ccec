-- How an account is told about messages.
ALTER TABLE "User" ADD COLUMN "notifications" TEXT NOT NULL DEFAULT 'each';

CREATE TRIGGER "User_takes_digest_along" AFTER DELETE ON "User" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'digest' AND "key" = old."id";
END;

-- Lists are in the order of the last activity. This index has all that a list's condition reads.
DROP INDEX "Submission_userId_formId_lastSender_verifiedAt_status_idx";
CREATE INDEX "Submission_list_idx" ON "Submission"("userId", "formId", "status", "lastSender", "priority", "lastActivityAt", "number", "verifiedAt");

-- CreateTable
CREATE TABLE "SubmissionTag" (
    "userId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "number" INTEGER NOT NULL,

    PRIMARY KEY ("userId", "tag", "number"),
    CONSTRAINT "SubmissionTag_number_fkey" FOREIGN KEY ("number") REFERENCES "Submission" ("number") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "SubmissionTag_number_idx" ON "SubmissionTag"("number");

-- The tags stay where they are, because code of before runs beside this one during a deployment.
CREATE TRIGGER "Submission_brings_tags" AFTER INSERT ON "Submission" WHEN new."tags" <> '[]' BEGIN
    INSERT OR IGNORE INTO "SubmissionTag" SELECT new."userId", value, new."number" FROM json_each(new."tags");
END;
CREATE TRIGGER "Submission_changes_tags" AFTER UPDATE OF "tags" ON "Submission" WHEN new."tags" <> old."tags" BEGIN
    DELETE FROM "SubmissionTag" WHERE "number" = old."number";
    INSERT OR IGNORE INTO "SubmissionTag" SELECT new."userId", value, new."number" FROM json_each(new."tags");
END;

-- What was there before them.
INSERT OR IGNORE INTO "SubmissionTag"
SELECT s."userId", tag.value, s."number" FROM "Submission" s, json_each(s."tags") tag WHERE s."tags" <> '[]';
