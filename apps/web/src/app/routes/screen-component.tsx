import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../screens.ts';

type Loaded = ReturnType<typeof lazyRouteComponent<{ default: () => React.ReactNode }, 'default'>>;
const components = new Map<string, Loaded>();

/** A screen's page, loaded on demand; the same component wherever it is shown, so its code is fetched once. */
export function screenComponent(screen: Screen): Loaded {
  let component = components.get(screen.path);
  if (!component) {
    const load = screen.load as () => Promise<{ default: () => React.ReactNode }>;
    // The router would load the page anew whatever the reason; when to do so is decided in new-release.ts.
    component = lazyRouteComponent(() =>
      load().catch((cause: unknown) => {
        throw new Error(`No code for ${screen.path}`, { cause });
      }),
    );
    components.set(screen.path, component);
  }
  return component;
}
