import { useActor } from '../lib/session/session.ts';
import { HOMES, homeOf } from './routes/home.ts';
import { screenComponent } from './routes/screen-component.tsx';
import { screenAt } from './screens.ts';

const ACCOUNT = '/account/information';
const pages = new Map(
  HOMES.map((path) => {
    const screen = screenAt(path) ?? screenAt(ACCOUNT);
    const Page = screen && screenComponent(screen);
    return [path, Page ? <Page key={path} /> : null] as const;
  }),
);

/** Home by role: shows the page itself, so that / stays the address (spec §2). */
export default function HomePage() {
  return pages.get(homeOf(useActor())) ?? null;
}
