-- CreateTable
CREATE TABLE "KeptKey" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "sealedKey" BLOB NOT NULL,
    "sealedAt" DATETIME NOT NULL
);
