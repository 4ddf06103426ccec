-- AlterTable
ALTER TABLE "App" ADD COLUMN "contactEmail" TEXT;
