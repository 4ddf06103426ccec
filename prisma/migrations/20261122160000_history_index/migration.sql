-- CreateIndex
CREATE INDEX "DocumentVersion_documentId_revision_createdAt_effectiveOn_withdrawnAt_note_idx" ON "DocumentVersion"("documentId", "revision", "createdAt", "effectiveOn", "withdrawnAt", "note");
