-- A message to support has a short number that people can read out.

ALTER TABLE "SupportSubmission" ADD COLUMN "number" INTEGER;

UPDATE "SupportSubmission" SET "number" = 1000 + (
    SELECT count(*) FROM "SupportSubmission" AS earlier WHERE earlier."id" <= "SupportSubmission"."id"
);

CREATE UNIQUE INDEX "SupportSubmission_number_key" ON "SupportSubmission"("number");
