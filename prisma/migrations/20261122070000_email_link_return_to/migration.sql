-- A confirmation link remembers where the sign-up was to lead, so that a chosen plan is not lost.

ALTER TABLE "EmailLink" ADD COLUMN "returnTo" TEXT;
