-- Only additions, because code of before runs beside this one during a deployment.
ALTER TABLE "Form" ADD COLUMN "closedAt" DATETIME;
ALTER TABLE "Form" ADD COLUMN "closedText" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Form" ADD COLUMN "sentText" TEXT NOT NULL DEFAULT '';
