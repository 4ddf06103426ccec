-- Every limit counts in one table, by the key that it had before.

CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("key", "endsAt")
);
CREATE INDEX "RateLimit_endsAt_idx" ON "RateLimit"("endsAt");

-- Who must wait before signing in goes on waiting until the same moment: failures count for a day,
-- and the wait that belongs to their number begins with the last.
INSERT INTO "RateLimit"
SELECT "key",
    strftime('%Y-%m-%dT%H:%M:%f+00:00', "blockedUntil", '+1 day',
        iif("failures" < 5, 0, -min(60 << min("failures" - 5, 6), 3600)) || ' seconds'),
    "failures"
FROM "SignInThrottle" WHERE "failures" > 0;

-- A full mailbox stays full.
INSERT INTO "RateLimit"
SELECT "emailKey", strftime('%Y-%m-%dT%H:%M:%f+00:00', "createdAt", '+1 hour'), count(*)
FROM "UnsolicitedMail" GROUP BY "emailKey", "createdAt";

DROP TABLE "SignInThrottle";
DROP TABLE "UnsolicitedMail";

-- Submissions were counted by their own rows, which keep no trace of a client from now on.
DROP INDEX "Submission_email_createdAt_idx";
DROP INDEX "Submission_clientKey_createdAt_idx";
ALTER TABLE "Submission" DROP COLUMN "clientKey";
DROP INDEX "SupportSubmission_clientKey_createdAt_idx";
ALTER TABLE "SupportSubmission" DROP COLUMN "clientKey";
