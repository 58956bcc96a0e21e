import { floorBoard } from '@darkroom/contract/floor/floor';
import { CAN_MANAGE_TV_BOARDS } from '@darkroom/contract/floor/tv-board';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useNow } from '../../lib/clock/use-now.ts';
import { useConnection } from '../../lib/api/connection.ts';
import { query } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { FloorBoard } from './board/floor-board.tsx';
import { floorSearch } from './floor-search.ts';
import { TvBoardFrame } from './tv-board/tv-board-frame.tsx';
import styles from './floor.module.css';
import { lazyPart } from '../../ui/lazy/lazy.tsx';

// Links to TV boards are below the board, which does not wait for them.
const TvBoardLinks = lazyPart(() =>
  import('../../entities/tv-board/tv-board-links.tsx').then((part) => ({ default: part.TvBoardLinks })),
);

/** Interval of reads without events, because late tasks and typical-day figures change with time. */
const READ_EVERY_MS = 60_000;

/** The floor at a leader's desk (/floor), and as a TV board of a signed-in user. */
export default function FloorPage() {
  const { t } = useTranslation('floor');
  const { time } = useFormat();
  const can = useCan();
  const [search, setSearch] = useScreenSearch(floorSearch.schema);
  const { workstream = null, show, names } = search;
  const floor = useQuery({
    ...query(floorBoard, { workstream }),
    refetchInterval: READ_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const { online, last_contact } = useConnection();
  const now = useNow(show === 'tv_board' ? 1000 : 30_000);
  const board = floor.data;
  const hasFailed = floor.isError && !board;
  if (show === 'tv_board')
    return (
      <TvBoardFrame
        board={board}
        now={now}
        names={names === 1}
        lostSince={online ? null : last_contact}
        actions={
          <>
            <button type="button" onClick={() => setSearch({ names: names === 1 ? undefined : 1 })}>
              {t(names === 1 ? 'namesOff' : 'namesOn')}
            </button>
            <button type="button" onClick={() => setSearch({ show: undefined, names: undefined })}>
              {t('leaveTvBoard')}
            </button>
          </>
        }
      />
    );
  const choices = [{ value: '' as const, label: t('both') }, ...WORKSTREAMS.map((value) => ({ value, label: value }))];
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={board && t('asOf', { when: time(board.at) })}
        actions={
          <>
            {board && board.selectable_workstreams.length > 1 && (
              <Segmented<Workstream | ''>
                aria-label={t('which')}
                value={workstream ?? ''}
                options={choices}
                onChange={(value) => setSearch({ workstream: value === '' ? undefined : value })}
              />
            )}
            <Button onClick={() => setSearch({ show: 'tv_board' })}>{t('showTvBoard')}</Button>
          </>
        }
      />
      {floor.isPending && <SkeletonLines count={8} />}
      {hasFailed && <LoadErrorMessage error={floor.error} onRetry={() => void floor.refetch()} />}
      {board && <FloorBoard board={board} view={{ isLarge: false, hasLinks: true, showNames: true, now }} />}
      {/* Without a board there are no links to it. */}
      {can(CAN_MANAGE_TV_BOARDS) && !hasFailed && <TvBoardLinks />}
    </div>
  );
}
