-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "othersCharged" INTEGER NOT NULL DEFAULT 0;
