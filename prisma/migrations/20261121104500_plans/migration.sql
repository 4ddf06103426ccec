-- AlterTable
ALTER TABLE "EmailLink" ADD COLUMN "newEmail" TEXT;

-- CreateTable
CREATE TABLE "Customer" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "checkoutId" TEXT,
    "readAt" DATETIME,
    "rereadAt" DATETIME NOT NULL,
    "failedReads" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "Customer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Subscription" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "customerId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "priceId" TEXT NOT NULL,
    "currentPeriodEnd" DATETIME NOT NULL,
    "cancelAt" DATETIME,
    CONSTRAINT "Subscription_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "StripeEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "customerId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "receivedAt" DATETIME NOT NULL
);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "userAgent" TEXT NOT NULL DEFAULT '';

-- AlterTable
-- Columns are added rather than tables redefined: dropping "User" would cascade to every app.
ALTER TABLE "User" ADD COLUMN "fullName" TEXT NOT NULL DEFAULT '';
ALTER TABLE "User" ADD COLUMN "company" TEXT NOT NULL DEFAULT '';
ALTER TABLE "User" ADD COLUMN "deletedAt" DATETIME;
CREATE INDEX "User_deletedAt_idx" ON "User"("deletedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_userId_key" ON "Customer"("userId");

-- CreateIndex
CREATE INDEX "Customer_rereadAt_idx" ON "Customer"("rereadAt");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_customerId_key" ON "Subscription"("customerId");

-- CreateIndex
CREATE INDEX "StripeEvent_receivedAt_idx" ON "StripeEvent"("receivedAt");
