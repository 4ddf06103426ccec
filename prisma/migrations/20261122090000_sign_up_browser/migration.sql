-- The mark of the browser that signed up, and the search for accounts that were never confirmed.

ALTER TABLE "User" ADD COLUMN "signedUpIn" TEXT;

CREATE INDEX "User_emailConfirmedAt_createdAt_idx" ON "User"("emailConfirmedAt", "createdAt");
