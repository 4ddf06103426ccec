-- The overview counts the accounts that were given a plan.

CREATE INDEX "User_grantedPlan_idx" ON "User"("grantedPlan");
