-- AlterTable
ALTER TABLE "App" ADD COLUMN "storeLocales" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "App" ADD COLUMN "kitChoices" TEXT NOT NULL DEFAULT '{}';
ALTER TABLE "Document" ADD COLUMN "ignoredChecks" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "Form" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'support';

-- CreateTable
CREATE TABLE "DeletionPage" (
    "appId" TEXT NOT NULL PRIMARY KEY,
    "formId" TEXT NOT NULL,
    "steps" TEXT NOT NULL DEFAULT '',
    "deleted" TEXT NOT NULL,
    "kept" TEXT NOT NULL,
    "identifierLabel" TEXT NOT NULL DEFAULT '',
    "days" INTEGER NOT NULL,
    "offersPart" BOOLEAN NOT NULL DEFAULT false,
    "closedAt" DATETIME,
    "revision" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "DeletionPage_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "DeletionPage_formId_fkey" FOREIGN KEY ("formId") REFERENCES "Form" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DeletionRequest" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "submissionId" TEXT,
    "userId" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "appName" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "askedAt" DATETIME NOT NULL,
    "dueAt" DATETIME NOT NULL,
    "closedAt" DATETIME,
    "outcome" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "DeletionRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "DeletionPage_formId_key" ON "DeletionPage"("formId");
CREATE UNIQUE INDEX "DeletionRequest_submissionId_key" ON "DeletionRequest"("submissionId");
CREATE INDEX "DeletionRequest_userId_closedAt_dueAt_idx" ON "DeletionRequest"("userId", "closedAt", "dueAt");
CREATE INDEX "DeletionRequest_appId_closedAt_dueAt_idx" ON "DeletionRequest"("appId", "closedAt", "dueAt");
CREATE INDEX "DeletionRequest_closedAt_dueAt_idx" ON "DeletionRequest"("closedAt", "dueAt");

-- A job goes with the row that it is about, as those of 20261122030000_jobs do.
CREATE TRIGGER "DeletionRequest_takes_job_along" AFTER DELETE ON "DeletionRequest" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'deletion-request' AND "key" = CAST(old."number" AS TEXT);
END;

-- The form that takes an app's deletion requests is no form of the owner's lists, nor of the counts.
DROP TRIGGER "Form_joins_count";
DROP TRIGGER "Form_changes_count";
DROP TRIGGER "Form_leaves_count";
CREATE TRIGGER "Form_joins_count" AFTER INSERT ON "Form"
WHEN new."kind" = 'support' AND new."deletedAt" IS NULL AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Form_changes_count" AFTER UPDATE OF "deletedAt" ON "Form"
WHEN new."kind" = 'support' AND (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
-- With its app deleted, its app's trigger has counted it.
CREATE TRIGGER "Form_leaves_count" AFTER DELETE ON "Form"
WHEN old."kind" = 'support' AND old."deletedAt" IS NULL AND EXISTS (SELECT 1 FROM "App" WHERE "id" = old."appId" AND "deletedAt" IS NULL) BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'form' AND "day" = substr(old."createdAt", 1, 10);
END;

DROP TRIGGER "App_changes_count";
DROP TRIGGER "App_takes_count_along";
CREATE TRIGGER "App_changes_count" AFTER UPDATE OF "deletedAt" ON "App"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('app', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'document', substr("createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1) * count(*)
    FROM "Document" WHERE "appId" = new."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'form', substr("createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1) * count(*)
    FROM "Form" WHERE "appId" = new."id" AND "kind" = 'support' AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
-- Before, because the foreign keys have deleted what is in it after.
CREATE TRIGGER "App_takes_count_along" BEFORE DELETE ON "App" WHEN old."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" SELECT 'document', substr("createdAt", 1, 10), -count(*)
    FROM "Document" WHERE "appId" = old."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'form', substr("createdAt", 1, 10), -count(*)
    FROM "Form" WHERE "appId" = old."id" AND "kind" = 'support' AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
