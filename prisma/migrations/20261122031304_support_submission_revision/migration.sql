-- A save of a message to support names the revision that it began from, as every other save does.

ALTER TABLE "SupportSubmission" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;
