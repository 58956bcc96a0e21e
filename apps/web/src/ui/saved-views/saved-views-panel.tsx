import { userEndpoints } from '@darkroom/contract/user/user';
import { viewEndpoints, type ListedView, type SavedView } from '@darkroom/contract/view';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../lib/call/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { useToday } from '../../lib/clock/use-today.ts';
import { keepsDays, keptMoving, namedRanges } from './moving-days.ts';
import { addressOf, type ReadyView } from './saved-view-search.ts';
import styles from './saved-views-panel.module.css';
import { ViewForm } from './saved-views-form.tsx';

interface PanelProps {
  screen: SavedView['screen'];
  current: SavedView['search'];
  /** Undefined while loading. */
  views: readonly ListedView[] | undefined;
  view: ListedView | undefined;
  /** The URL differs from the view. */
  changed: boolean;
  ready: readonly ReadyView[];
  /** The built-in view of the URL. */
  here: ReadyView | undefined;
  onClose: () => void;
}

/** The views, and actions on the current filters. */
export default function ViewsPanel({ screen, current, views, view, changed, ready, here, onClose }: PanelProps) {
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
      open(addressOf(saved, today));
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
  const mine = views?.filter((one) => one.owner_id === user_id) ?? [];
  const shared = views?.filter((one) => one.owner_id !== user_id) ?? [];
  const teamName = (id: number | null) => teams.find((team) => team.id === id)?.name;

  const row = (one: ListedView) => (
    <li key={one.id} className={styles.item}>
      <Link
        to="."
        search={addressOf(one, today)}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={one.id === view?.id ? 'true' : undefined}
        onClick={onClose}
      >
        {one.name} {one.team_id !== null && <span className="muted regular">{teamName(one.team_id)}</span>}
      </Link>
      {one.may_delete && (
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
      {ready.length > 0 && (
        <section>
          <h3>{t('views.ready')}</h3>
          <ul className={styles.list}>
            {ready.map((one) => (
              <li key={one.name} className={styles.item}>
                <Link to="." search={one.search} aria-current={one === here ? 'true' : undefined} onClick={onClose}>
                  {t(`views.${one.name}`)}
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
          <ul className={styles.list}>{mine.map(row)}</ul>
        </section>
      )}
      {shared.length > 0 && (
        <section>
          <h3>{t('views.shared')}</h3>
          <ul className={styles.list}>{shared.map(row)}</ul>
        </section>
      )}
      {view && changed && (
        <div className="wrap">
          {view.owner_id === user_id && (
            <Button
              size="small"
              loading={save.isPending}
              onClick={() => {
                const { owner_id: _owner, may_delete: _may, ...kept } = view;
                save.mutate({ ...kept, search: keepsDays(view.search) ? current : keptMoving(current, today) });
              }}
            >
              {t('views.saveChanges', { name: view.name })}
            </Button>
          )}
          <Button
            size="small"
            onClick={() => {
              open(addressOf(view, today));
              onClose();
            }}
          >
            {t('views.back')}
          </Button>
        </div>
      )}
      <ViewForm
        teams={teams}
        nothing={Object.keys(current).length === 0}
        ranges={[...namedRanges(current, today).values()]}
        saving={save.isPending}
        onSave={(name, team_id, moving) =>
          save.mutate({ screen, name, team_id, search: moving ? keptMoving(current, today) : current })
        }
      />
    </div>
  );
}
