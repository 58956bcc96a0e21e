import { useRouter } from '@tanstack/react-router';
import { useActor } from '../lib/session/session.ts';
import { getHomePath } from './routes/home.ts';

/** Home by role: shows the page of another screen, and the URL stays / (spec §2). */
export default function HomePage() {
  const path = getHomePath(useActor());
  const routes: Partial<ReturnType<typeof useRouter>['routesByPath']> = useRouter().routesByPath;
  const Page = routes[path]?.options.component;
  return Page ? <Page key={path} /> : null;
}
