import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlwaysDark } from '../../../lib/device.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useFullscreen } from '../../../ui/page/fullscreen.ts';
import { useSmallDesk } from '../../../ui/data-table/columns/data-table-narrow.ts';
import { FloorBoard } from '../board/floor-board.tsx';
import type { Board } from '../board/use-floor-words.ts';
import styles from './tv-board.module.css';

interface WallFrameProps {
  board: Board | undefined;
  now: number;
  names: boolean;
  /** Time (ms) since the connection is lost, or null while connected. */
  lost: number | null;
  actions?: ReactNode;
}

/** TV board: the floor on the full screen, always dark, with a clock and the time of a lost connection. */
export function TvBoardFrame({ board, now, names, lost, actions }: WallFrameProps) {
  const { t } = useTranslation('floor');
  const { time, number } = useFormat();
  usePageTitle(t('tvBoard.title'));
  useFullscreen();
  useAwake();
  // The large layout does not fit on a phone or a tablet. They use the desk layout, which scrolls.
  const far = !useSmallDesk();
  const late = board?.bands.reduce((sum, band) => sum + band.late, 0) ?? 0;
  return (
    <AlwaysDark value>
      <div className={styles.wall} data-theme="dark" aria-busy={!board || undefined}>
        <header className={styles.head}>
          <h1>
            {t('title')} <span className="ink-muted regular">{board?.workstreams.join(' + ')}</span>
          </h1>
          {board && (
            <strong className={late > 0 ? 'ink-danger' : 'ink-muted regular'}>
              {late > 0 ? t('all_late', { count: late, n: number(late) }) : t('none_late')}
            </strong>
          )}
          <strong className={styles.lost} role="status">
            {lost === null ? '' : t('lost', { when: time(lost) })}
          </strong>
          {actions && <span className={styles.actions}>{actions}</span>}
          <time className={styles.clock} aria-label={t('tvBoard.clock')}>
            {board ? time(now) : ''}
          </time>
        </header>
        {board ? <FloorBoard board={board} view={{ far, linked: false, names, now }} /> : <p>{t('loading')}</p>}
      </div>
    </AlwaysDark>
  );
}

/** Keeps the screen awake, if the browser supports it. */
function useAwake(): void {
  useEffect(() => {
    let held: WakeLockSentinel | null = null;
    let gone = false;
    const hold = () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (lock) => {
          if (gone) void lock.release();
          else held = lock;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hold);
      void held?.release();
    };
  }, []);
}
