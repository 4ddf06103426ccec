-- The owner's choice of how a text is read: html or markdown. NULL: as the text looks.

ALTER TABLE "Document" ADD COLUMN "format" TEXT;
ALTER TABLE "DocumentVersion" ADD COLUMN "format" TEXT;
