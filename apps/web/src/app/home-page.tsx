import { settingEndpoints } from '@darkroom/contract/setting';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../lib/api/query.ts';
import { useActor, useCan } from '../lib/session/session.ts';
import { lazyPart } from '../ui/lazy/lazy.tsx';
import { getHomePath } from './routes/home.ts';

const FirstSteps = lazyPart(() => import('../features/setting/first-steps.tsx'), null);

/** Home by role: shows the page of another screen, and the URL stays / (spec §2). In a new bureau, the first steps replace it. */
export default function HomePage() {
  const path = getHomePath(useActor());
  const routes: Partial<ReturnType<typeof useRouter>['routesByPath']> = useRouter().routesByPath;
  const isAdmin = useCan()(settingEndpoints.firstSteps.access);
  const steps = useQuery({ ...query(settingEndpoints.firstSteps, {}), enabled: isAdmin });
  const Page = routes[path]?.options.component;
  // The page is not shown first and then replaced.
  if (isAdmin && steps.isPending) return null;
  const page = Page ? <Page key={path} /> : null;
  const results = steps.data?.results ?? [];
  return results.some(({ done }) => !done) ? <FirstSteps steps={results}>{page}</FirstSteps> : page;
}
