-- What is in an app in the trash is in the trash, too: it counts no longer, and again once the app is
-- restored.

DROP TRIGGER "Document_joins_count";
DROP TRIGGER "Document_changes_count";
DROP TRIGGER "Document_leaves_count";
CREATE TRIGGER "Document_joins_count" AFTER INSERT ON "Document"
WHEN new."deletedAt" IS NULL AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('document', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Document_changes_count" AFTER UPDATE OF "deletedAt" ON "Document"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('document', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
-- With its app deleted, its app's trigger has counted it.
CREATE TRIGGER "Document_leaves_count" AFTER DELETE ON "Document"
WHEN old."deletedAt" IS NULL AND EXISTS (SELECT 1 FROM "App" WHERE "id" = old."appId" AND "deletedAt" IS NULL) BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'document' AND "day" = substr(old."createdAt", 1, 10);
END;

DROP TRIGGER "Form_joins_count";
DROP TRIGGER "Form_changes_count";
DROP TRIGGER "Form_leaves_count";
CREATE TRIGGER "Form_joins_count" AFTER INSERT ON "Form"
WHEN new."deletedAt" IS NULL AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), 1)
    ON CONFLICT DO UPDATE SET "count" = "count" + 1;
END;
CREATE TRIGGER "Form_changes_count" AFTER UPDATE OF "deletedAt" ON "Form"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) AND (SELECT "deletedAt" FROM "App" WHERE "id" = new."appId") IS NULL BEGIN
    INSERT INTO "DailyCount" VALUES ('form', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
-- With its app deleted, its app's trigger has counted it.
CREATE TRIGGER "Form_leaves_count" AFTER DELETE ON "Form"
WHEN old."deletedAt" IS NULL AND EXISTS (SELECT 1 FROM "App" WHERE "id" = old."appId" AND "deletedAt" IS NULL) BEGIN
    UPDATE "DailyCount" SET "count" = "count" - 1
    WHERE "kind" = 'form' AND "day" = substr(old."createdAt", 1, 10);
END;

DROP TRIGGER "App_changes_count";
CREATE TRIGGER "App_changes_count" AFTER UPDATE OF "deletedAt" ON "App"
WHEN (old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL) BEGIN
    INSERT INTO "DailyCount" VALUES ('app', substr(new."createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1))
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'document', substr("createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1) * count(*)
    FROM "Document" WHERE "appId" = new."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'form', substr("createdAt", 1, 10), iif(new."deletedAt" IS NULL, 1, -1) * count(*)
    FROM "Form" WHERE "appId" = new."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;
-- Before, because the foreign keys have deleted what is in it after.
CREATE TRIGGER "App_takes_count_along" BEFORE DELETE ON "App" WHEN old."deletedAt" IS NULL BEGIN
    INSERT INTO "DailyCount" SELECT 'document', substr("createdAt", 1, 10), -count(*)
    FROM "Document" WHERE "appId" = old."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
    INSERT INTO "DailyCount" SELECT 'form', substr("createdAt", 1, 10), -count(*)
    FROM "Form" WHERE "appId" = old."id" AND "deletedAt" IS NULL GROUP BY 2
    ON CONFLICT DO UPDATE SET "count" = "count" + excluded."count";
END;

-- What was counted before.
DELETE FROM "DailyCount" WHERE "kind" IN ('document', 'form');
INSERT INTO "DailyCount" SELECT 'document', substr("Document"."createdAt", 1, 10), count(*) FROM "Document" JOIN "App" ON "App"."id" = "Document"."appId" WHERE "Document"."deletedAt" IS NULL AND "App"."deletedAt" IS NULL GROUP BY 2;
INSERT INTO "DailyCount" SELECT 'form', substr("Form"."createdAt", 1, 10), count(*) FROM "Form" JOIN "App" ON "App"."id" = "Form"."appId" WHERE "Form"."deletedAt" IS NULL AND "App"."deletedAt" IS NULL GROUP BY 2;
