import { useRouter } from '@tanstack/react-router';
import { useActor } from '../lib/session/session.ts';
import { homeOf } from './routes/home.ts';

/** Home by role: shows the page that stands at another address, so that / stays the address (spec §2). */
export default function HomePage() {
  const path = homeOf(useActor());
  const routes: Partial<ReturnType<typeof useRouter>['routesByPath']> = useRouter().routesByPath;
  const Page = routes[path]?.options.component;
  return Page ? <Page key={path} /> : null;
}
