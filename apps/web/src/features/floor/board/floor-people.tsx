import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActor } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { useWaitFormat, type Board, type FloorDisplay } from './use-wait-format.ts';
import styles from './floor-people.module.css';

interface FloorPeopleProps {
  board: Pick<Board, 'people_working' | 'working' | 'idle' | 'names'>;
  display: FloorDisplay;
}

/** People with their task and start time, and idle people. Without names it shows only their number. */
export function FloorPeople({ board, display }: FloorPeopleProps) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const { since } = useWaitFormat();
  const { people_working, working, idle } = board;
  const { isLarge, hasLinks, now } = display;
  const showsNames = display.showNames && board.names;
  const parts = useParts(working);
  return (
    <div className={styles.people} data-with-names={showsNames || undefined}>
      <section className={styles.group} aria-label={t('people.working')}>
        <h2>
          <FigureTooltip words={() => t('explanation.working')}>
            {t('people.workingN', { count: people_working, n: number(people_working) })}
          </FigureTooltip>
        </h2>
        {!showsNames && working.length > 0 && <p className={styles.roleCounts}>{parts}</p>}
        {showsNames && (
          <ul className={styles.personList}>
            {working.map((item) => (
              <li key={`${item.role} ${item.task_id}`}>
                <PersonName id={item.user_id} name={item.full_name} hasLinks={hasLinks} />
                <span className="ellipsis ink-muted" title={item.sub_prod_id}>
                  {t(`role.${item.role}`)} · {item.job_name}
                </span>
                <span className="ink-muted tabular">{since(item.since, now)}</span>
              </li>
            ))}
          </ul>
        )}
        {!isLarge && working.length === 0 && <p className="muted">{t('people.noOneWorks')}</p>}
      </section>
      <section className={styles.group} aria-label={t('people.idle')}>
        <h2>
          <FigureTooltip words={() => t('explanation.idle')}>
            {t('people.idleN', { count: idle.length, n: number(idle.length) })}
          </FigureTooltip>
        </h2>
        {showsNames && (
          <ul className={styles.personList}>
            {idle.map((item) => (
              <li key={item.user_id}>
                <PersonName id={item.user_id} name={item.full_name} hasLinks={hasLinks} />
                <span className="ellipsis ink-muted">
                  {item.waits > 0 ? t('people.waits', { count: item.waits, n: number(item.waits) }) : ''}
                </span>
                <span className="ink-muted tabular">{since(item.since, now)}</span>
              </li>
            ))}
          </ul>
        )}
        {!isLarge && idle.length === 0 && <p className="muted">{t('people.noOneIdle')}</p>}
      </section>
    </div>
  );
}

/** At a desk a name is a link to the person's work. */
function PersonName({ id, name, hasLinks }: { id: number | null; name: string | null; hasLinks: boolean }) {
  const { t } = useTranslation('floor');
  const isLeader = getLedWorkstreams(useActor()).length > 0;
  const shownName = name ?? t('people.somebody');
  if (!hasLinks || id === null || !isLeader) return <span className={styles.person}>{shownName}</span>;
  return (
    <Link
      className={styles.person}
      to="/account/work"
      search={{ person: id }}
      aria-label={t('openWork', { name: shownName })}
    >
      {shownName}
    </Link>
  );
}

/** Returns the number of tasks in editing and in checks, for boards without names. */
function useParts(working: Board['working']): string {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const parts = (['editor', 'first_qc', 'second_qc'] as const)
    .map((role) => ({ role, n: working.filter((item) => item.role === role).length }))
    .filter(({ n }) => n > 0)
    .map(({ role, n }) => `${number(n)} ${t(`role.${role}`)}`)
    .join(' · ');
  // A person with two tasks counts twice here.
  return t('people.tasksN', { count: working.length, n: number(working.length), parts });
}
