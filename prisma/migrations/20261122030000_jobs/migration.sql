-- CreateTable
CREATE TABLE "Job" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "groupKey" TEXT,
    "dueAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("kind", "key")
);

-- What was planned so far. A mail on lease may have been under way: its job is due when that is over.
INSERT INTO "Job"
SELECT 'mail', "id", "thread", coalesce("leasedUntil", "nextAt"), "attempts"
FROM "OutboxMail" WHERE "sentAt" IS NULL AND "failedAt" IS NULL;
INSERT INTO "Job" SELECT 'reread-subscription', "id", NULL, "rereadAt", "failedReads" FROM "Customer";
INSERT INTO "Job" SELECT 'erase-account', "id", NULL, "deletedAt", 0 FROM "User" WHERE "deletedAt" IS NOT NULL;

-- The columns go at once, because only the primary's workers ever read them. They are dropped one by
-- one, because a table made anew would take its rows' dependents along.
DROP INDEX "OutboxMail_sentAt_failedAt_nextAt_idx";
ALTER TABLE "OutboxMail" DROP COLUMN "nextAt";
ALTER TABLE "OutboxMail" DROP COLUMN "leasedUntil";
DROP INDEX "Customer_rereadAt_idx";
ALTER TABLE "Customer" DROP COLUMN "rereadAt";
ALTER TABLE "Customer" DROP COLUMN "failedReads";

-- CreateIndex
CREATE INDEX "OutboxMail_sentAt_failedAt_idx" ON "OutboxMail"("sentAt", "failedAt");
CREATE INDEX "Job_kind_dueAt_idx" ON "Job"("kind", "dueAt");
CREATE INDEX "Job_groupKey_key_idx" ON "Job"("groupKey", "key");

-- A job goes with the row that it is about. Foreign keys that delete fire these triggers, too.
CREATE TRIGGER "OutboxMail_takes_job_along" AFTER DELETE ON "OutboxMail" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'mail' AND "key" = old."id";
END;
CREATE TRIGGER "Customer_takes_job_along" AFTER DELETE ON "Customer" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'reread-subscription' AND "key" = old."id";
END;
CREATE TRIGGER "User_takes_job_along" AFTER DELETE ON "User" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'erase-account' AND "key" = old."id";
END;
