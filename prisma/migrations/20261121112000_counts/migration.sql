-- The administrators' lists: the newest first of what is not deleted, and the search by slug.
DROP INDEX "Document_deletedAt_idx";
DROP INDEX "User_deletedAt_idx";
CREATE INDEX "App_deletedAt_createdAt_id_idx" ON "App"("deletedAt", "createdAt", "id");
CREATE INDEX "Document_deletedAt_createdAt_id_idx" ON "Document"("deletedAt", "createdAt", "id");
CREATE INDEX "Document_slug_createdAt_id_idx" ON "Document"("slug", "createdAt" DESC, "id" DESC);
CREATE INDEX "Form_deletedAt_createdAt_id_idx" ON "Form"("deletedAt", "createdAt", "id");
CREATE INDEX "Form_slug_createdAt_id_idx" ON "Form"("slug", "createdAt" DESC, "id" DESC);
CREATE INDEX "StripeEvent_type_receivedAt_idx" ON "StripeEvent"("type", "receivedAt");
CREATE INDEX "User_adminRole_idx" ON "User"("adminRole");
CREATE INDEX "User_deletedAt_createdAt_id_idx" ON "User"("deletedAt", "createdAt", "id");

-- Nearly every row is "not deleted". Without these figures SQLite takes an index that begins so for
-- a narrow one, and prefers it to those that are. (Its rows, and how many share the first column,
-- the first two, and all three.) ANALYZE may replace them with measured ones.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('User', 'User_deletedAt_createdAt_id_idx', '1000000 900000 2 1'),
    ('App', 'App_deletedAt_createdAt_id_idx', '1000000 900000 2 1'),
    ('Document', 'Document_deletedAt_createdAt_id_idx', '1000000 900000 2 1'),
    ('Form', 'Form_deletedAt_createdAt_id_idx', '1000000 900000 2 1');

-- The counts. Foreign keys that delete fire these triggers, too.

CREATE TRIGGER "User_joins_count" AFTER INSERT ON "User" WHEN new."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('user', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "User_changes_count" AFTER UPDATE OF "deletedAt" ON "User"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('user', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "User_leaves_count" AFTER DELETE ON "User" WHEN old."deletedAt" IS NULL BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'user' AND "day" = substr(old."createdAt", 1, 10);
END;

CREATE TRIGGER "App_joins_count" AFTER INSERT ON "App" WHEN new."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('app', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "App_changes_count" AFTER UPDATE OF "deletedAt" ON "App"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('app', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "App_leaves_count" AFTER DELETE ON "App" WHEN old."deletedAt" IS NULL BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'app' AND "day" = substr(old."createdAt", 1, 10);
END;

CREATE TRIGGER "Document_joins_count" AFTER INSERT ON "Document" WHEN new."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('document', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Document_changes_count" AFTER UPDATE OF "deletedAt" ON "Document"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('document', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "Document_leaves_count" AFTER DELETE ON "Document" WHEN old."deletedAt" IS NULL BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'document' AND "day" = substr(old."createdAt", 1, 10);
END;

CREATE TRIGGER "Form_joins_count" AFTER INSERT ON "Form" WHEN new."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Form_changes_count" AFTER UPDATE OF "deletedAt" ON "Form"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "Form_leaves_count" AFTER DELETE ON "Form" WHEN old."deletedAt" IS NULL BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'form' AND "day" = substr(old."createdAt", 1, 10);
END;

CREATE TRIGGER "Submission_joins_count" AFTER INSERT ON "Submission" WHEN new."verifiedAt" IS NOT NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('submission', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Submission_changes_count" AFTER UPDATE OF "verifiedAt" ON "Submission"
WHEN (old."verifiedAt" IS NULL) <> (new."verifiedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('submission', substr(new."createdAt", 1, 10), iif(new."verifiedAt" IS NULL, -1, 1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
CREATE TRIGGER "Submission_leaves_count" AFTER DELETE ON "Submission" WHEN old."verifiedAt" IS NOT NULL BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'submission' AND "day" = substr(old."createdAt", 1, 10);
END;

-- A subscription gives a plan while it is active, trialing or past_due (models/plan.server.ts).
CREATE TRIGGER "Subscription_joins_count" AFTER INSERT ON "Subscription"
WHEN new."status" IN ('active', 'trialing', 'past_due') BEGIN
    INSERT INTO "DailyCount" VALUES ('subscriber ' || new."priceId", '', 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Subscription_changes_count" AFTER UPDATE OF "status", "priceId" ON "Subscription" BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE old."status" IN ('active', 'trialing', 'past_due')
    AND "kind" = 'subscriber ' || old."priceId" AND "day" = '';
    INSERT INTO "DailyCount" SELECT 'subscriber ' || new."priceId", '', 1
    WHERE new."status" IN ('active', 'trialing', 'past_due')
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Subscription_leaves_count" AFTER DELETE ON "Subscription"
WHEN old."status" IN ('active', 'trialing', 'past_due') BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'subscriber ' || old."priceId" AND "day" = '';
END;

-- What was there before them.
INSERT INTO "DailyCount" SELECT 'user', substr("createdAt", 1, 10), count(*) FROM "User" WHERE "deletedAt" IS NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'app', substr("createdAt", 1, 10), count(*) FROM "App" WHERE "deletedAt" IS NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'document', substr("createdAt", 1, 10), count(*) FROM "Document" WHERE "deletedAt" IS NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'form', substr("createdAt", 1, 10), count(*) FROM "Form" WHERE "deletedAt" IS NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'submission', substr("createdAt", 1, 10), count(*) FROM "Submission" WHERE "verifiedAt" IS NOT NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'subscriber ' || "priceId", '', count(*) FROM "Subscription" WHERE "status" IN ('active', 'trialing', 'past_due') GROUP BY 1;
