import AllowancePage from '../features/allowance/allowance-page.tsx';
import WorkPage from '../features/work/work-page.tsx';

/** What is a person's own, month by month: small pages of the same parts, and one goes from one to the other. */
export const OWN = { allowance: AllowancePage, work: WorkPage };
