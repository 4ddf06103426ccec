-- CreateTable
CREATE TABLE "SupportNumber" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "last" INTEGER NOT NULL
);

-- Numbers go on after the highest one that is left.
INSERT INTO "SupportNumber" ("id", "last")
SELECT 1, max(1000, ifnull(max("number"), 0)) FROM "SupportSubmission";
