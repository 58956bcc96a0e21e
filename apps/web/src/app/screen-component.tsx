import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from './screens.ts';

type Loaded = ReturnType<typeof lazyRouteComponent<{ default: () => React.ReactNode }, 'default'>>;
const components = new Map<string, Loaded>();

/** A screen's page, loaded on demand; the same component wherever it is shown, so its code is fetched once. */
export function screenComponent(screen: Screen): Loaded {
  let component = components.get(screen.path);
  if (!component) {
    component = lazyRouteComponent(screen.load as () => Promise<{ default: () => React.ReactNode }>);
    components.set(screen.path, component);
  }
  return component;
}
