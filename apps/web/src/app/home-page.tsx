import { useActor } from '../lib/session.ts';
import { homeOf } from './home.ts';
import { screenComponent } from './screen-component.tsx';
import { screenAt } from './screens.ts';

/** Home by role: shows the page itself, so that / stays the address (spec §2). */
export default function HomePage() {
  const screen = screenAt(homeOf(useActor())) ?? screenAt('/account/information');
  const Page = screen && screenComponent(screen);
  return Page ? <Page /> : null;
}
