-- What is erased leaves no words in the index of the search either.
INSERT INTO "SubmissionSearch"("SubmissionSearch", rank) VALUES('secure-delete', 1);
