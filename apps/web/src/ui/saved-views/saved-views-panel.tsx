import { userEndpoints } from '@darkroom/contract/user/user';
import { viewEndpoints, type ListedView, type SavedView } from '@darkroom/contract/view';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { useToday } from '../../lib/clock/use-today.ts';
import { hasFixedDays, toMovingSearch, findNamedRanges } from './moving-days.ts';
import { toViewSearch, type BuiltInView } from './saved-view-search.ts';
import styles from './saved-views-panel.module.css';
import { ViewForm } from './saved-views-form.tsx';

interface PanelProps {
  screen: SavedView['screen'];
  current: SavedView['search'];
  /** Undefined while loading. */
  views: readonly ListedView[] | undefined;
  view: ListedView | undefined;
  /** True if the URL differs from the view. */
  changed: boolean;
  builtInViews: readonly BuiltInView[];
  /** The built-in view of the URL. */
  currentView: BuiltInView | undefined;
  onClose: () => void;
}

/** The views, and actions on the current filters. */
export default function ViewsPanel({
  screen,
  current,
  views,
  view,
  changed,
  builtInViews,
  currentView,
  onClose,
}: PanelProps) {
  const { t } = useTranslation(['table', 'common']);
  const { user_id } = useActor();
  const toast = useToast();
  const navigate = useNavigate();
  const today = useToday();
  const teams = useQuery(query(userEndpoints.me, {})).data?.teams ?? [];
  const open = (search: Record<string, unknown>) => void navigate({ to: '.', search });
  const save = useApiMutation(viewEndpoints.save, {
    invalidates: ['setting'],
    onSuccess: (saved) => {
      toast.success(t('views.saved', { name: saved.name }));
      open(toViewSearch(saved, today));
      onClose();
    },
  });
  const remove = useApiMutation(viewEndpoints.delete, { invalidates: ['setting'] });
  const removeView = async ({ id, screen: on, name, team_id, search }: ListedView) => {
    await remove.mutateAsync({ id });
    if (view?.id === id) open(current);
    toast.success(t('views.deleted', { name }), {
      label: t('common:undo'),
      // Undo saves another user's view as the user's own, shared as before.
      onPress: () => save.mutate({ screen: on, name, team_id, search }),
    });
    onClose();
  };
  const mine = views?.filter((item) => item.owner_id === user_id) ?? [];
  const shared = views?.filter((item) => item.owner_id !== user_id) ?? [];
  const teamName = (id: number | null) => teams.find((team) => team.id === id)?.name;

  const renderView = (one: ListedView) => (
    <li key={one.id} className={styles.item}>
      <Link
        to="."
        search={toViewSearch(one, today)}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={one.id === view?.id ? 'true' : undefined}
        onClick={onClose}
      >
        {one.name} {one.team_id !== null && <span className="muted regular">{teamName(one.team_id)}</span>}
      </Link>
      {one.can_delete && (
        <Button
          type="text"
          size="small"
          aria-label={t('views.deleteNamed', { name: one.name })}
          loading={remove.isPending && remove.variables.id === one.id}
          onClick={() => void removeView(one).catch(() => undefined)}
        >
          {t('common:delete')}
        </Button>
      )}
    </li>
  );
  return (
    <div className={styles.panel}>
      {builtInViews.length > 0 && (
        <section>
          <h3>{t('views.ready')}</h3>
          <ul className={styles.list}>
            {builtInViews.map((builtInView) => (
              <li key={builtInView.name} className={styles.item}>
                <Link
                  to="."
                  search={builtInView.search}
                  aria-current={builtInView === currentView ? 'true' : undefined}
                  onClick={onClose}
                >
                  {t(`views.${builtInView.name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {views?.length === 0 && <p className="muted">{t('views.none')}</p>}
      {mine.length > 0 && (
        <section>
          <h3>{t('views.mine')}</h3>
          <ul className={styles.list}>{mine.map(renderView)}</ul>
        </section>
      )}
      {shared.length > 0 && (
        <section>
          <h3>{t('views.shared')}</h3>
          <ul className={styles.list}>{shared.map(renderView)}</ul>
        </section>
      )}
      {view && changed && (
        <div className="wrap">
          {view.owner_id === user_id && (
            <Button
              size="small"
              loading={save.isPending}
              onClick={() => {
                const { owner_id: _owner, can_delete: _may, ...saved } = view;
                save.mutate({ ...saved, search: hasFixedDays(view.search) ? current : toMovingSearch(current, today) });
              }}
            >
              {t('views.saveChanges', { name: view.name })}
            </Button>
          )}
          <Button
            size="small"
            onClick={() => {
              open(toViewSearch(view, today));
              onClose();
            }}
          >
            {t('views.back')}
          </Button>
        </div>
      )}
      <ViewForm
        teams={teams}
        isEmpty={Object.keys(current).length === 0}
        ranges={[...findNamedRanges(current, today).values()]}
        saving={save.isPending}
        onSave={(name, team_id, moving) =>
          save.mutate({ screen, name, team_id, search: moving ? toMovingSearch(current, today) : current })
        }
      />
    </div>
  );
}
