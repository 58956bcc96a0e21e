import { viewEndpoints, type SavedView } from '@darkroom/contract/view';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import type { ListSearch } from '../../lib/list-search.ts';
import { parseSearch } from '../../lib/use-screen-search.ts';
import { useToday } from '../../lib/clock/use-today.ts';
import { resolveDays } from './moving-days.ts';
import { toViewSearch, isSameSearch, type BuiltInView } from './saved-view-search.ts';
import styles from './saved-views.module.css';
import Panel from './saved-views-panel.tsx';
import { Floating } from '../floating.tsx';

export interface SavedViewsProps<S extends { view?: number | undefined }> {
  screen: SavedView['screen'];
  /** The list, which defines the content of a view. */
  list: ListSearch<S>;
  search: S;
  builtInViews?: readonly BuiltInView[];
}

const NO_BUILT_IN_VIEWS: readonly BuiltInView[] = [];

/**
 * Saved filters, left of the filter bar: the user's own and those of their teams. Each is a URL that the user can open in a new tab, send,
 * and leave with Back.
 */
export function SavedViews<S extends { view?: number | undefined }>({
  screen,
  list,
  search,
  builtInViews = NO_BUILT_IN_VIEWS,
}: SavedViewsProps<S>) {
  const { view: viewId } = search;
  const current = list.viewSearch(search);
  const { t } = useTranslation('table');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const today = useToday();
  const views = useQuery({
    ...query(viewEndpoints.list, { screen }),
    enabled: anchor !== null || viewId !== undefined,
  }).data?.results;
  const view = views?.find(({ id }) => id === viewId);
  const navigate = useNavigate();
  // A shortened URL with only a view's number is completed once. After that, the filters are the user's.
  const isShort = useRef(viewId !== undefined && Object.keys(current).length === 0);
  useEffect(() => {
    if (!view || !isShort.current) return;
    isShort.current = false;
    void navigate({
      to: '.',
      replace: true,
      search: (before: object) => ({ ...before, ...toViewSearch(view, today) }),
    });
  }, [view, navigate, today]);
  const savedSearch = view && list.viewSearch(parseSearch(list.schema, resolveDays(view.search, today)));
  // A view can have an older format, so that meanings are compared instead of texts.
  const changed = savedSearch !== undefined && !isSameSearch(savedSearch, current);
  const currentView = builtInViews.find(({ search }) => isSameSearch(search, current));
  return (
    <>
      <Button
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <span className={styles.name}>
          {view?.name ?? (currentView ? t(`views.${currentView.name}`) : t('views.title'))}
        </span>
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d="M2.5 4.5L6 8l3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
      {anchor && (
        <Floating anchor={anchor} label={t('views.title')} onClose={() => setAnchor(null)}>
          <Panel
            screen={screen}
            current={current}
            views={views}
            view={view}
            changed={changed}
            builtInViews={builtInViews}
            currentView={currentView}
            onClose={() => {
              setAnchor(null);
              anchor.focus();
            }}
          />
        </Floating>
      )}
    </>
  );
}
