import { NotLoadedPage } from '../../ui/feedback/error-page.tsx';
import type { Screen } from '../screen.ts';
import { late, type Late } from '../../ui/late/late.ts';

const components = new Map<string, Late>();

/** A screen's page, loaded on demand; the same component wherever it is shown, so its code is fetched once. */
export function screenComponent(screen: Screen): Late {
  let component = components.get(screen.path);
  if (!component) {
    component = late(screen.load, NotLoadedPage);
    components.set(screen.path, component);
  }
  return component;
}
