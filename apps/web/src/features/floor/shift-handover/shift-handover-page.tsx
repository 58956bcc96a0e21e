import { shiftHandover, shiftHandoverExport, shiftHandoverKeep } from '@darkroom/contract/floor/floor';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import {
  earliestDay,
  REACHES_BACK_DAYS,
  SHIFTS,
  timeOf,
  type Shift,
  type HandoverPart,
} from '@darkroom/domain/floor/shift-handover';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/call/api.ts';
import { query, useApiMutation } from '../../../lib/call/query.ts';
import { failureWords, messageOf } from '../../../lib/errors/error-message.ts';
import { useToast } from '../../../lib/toast.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useReadDay, useToday } from '../../../lib/clock/use-today.ts';
import { useDueDateRules } from '../../../entities/due-date/use-due-date-rules.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CouldNotLoad, Empty, Lines } from '../../../ui/data-table/data-table-states.tsx';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { handoverPlace } from '../floor-search.ts';
import { HandoverPartOf } from './shift-handover-part.tsx';
import { handoverText } from './shift-handover-text.ts';
import { FirstRows } from './first-rows.tsx';
import { useHandoverWords } from './use-shift-handover-words.ts';
import styles from './shift-handover.module.css';
import type { InputOf } from '@darkroom/contract/endpoint';
import { useState } from 'react';
import { download } from '../../../lib/download.ts';

const EVERY_MS = 60_000;

/** Shift handover of a shift or a day (/floor/shift-handover), to read, print, copy and keep for the next shift. */
export default function BriefPage() {
  const { t } = useTranslation(['floor', 'status', 'errors']);
  const [{ workstream = null, date, shift }, setSearch] = useScreenSearch(handoverPlace.schema);
  const today = useToday();
  const readDay = useReadDay();
  const shown = date ?? readDay;
  const input = { workstream, date_from: shown, date_to: shown, shift };
  const now = useNow(EVERY_MS);
  const { calendar } = useDueDateRules();
  /** Whether a shift has begun. Before that it has no handover. */
  const begun = (day: string, of: Shift) =>
    !calendar || Date.parse(timeOf({ date_from: day, date_to: day, shift: of }, calendar).from) <= now;
  const read = useQuery({
    ...query(shiftHandover, input),
    placeholderData: keepPreviousData,
    // The handover of another day does not change.
    refetchInterval: shown === today && EVERY_MS,
  });
  const words = useHandoverWords();
  const toast = useToast();
  const keep = useApiMutation(shiftHandoverKeep, {
    invalidates: ['shift_handover'],
    onSuccess: () => toast.success(t('floor:handover.kept')),
  });
  const pdf = usePdf(shiftHandoverExport);
  const brief = read.data;
  const title = words.title(shown, shift);
  // The URL can name a time without a handover.
  const refused = read.error instanceof ApiError && read.error.status === 422 ? failureWords(read.error, t).text : null;
  const text =
    brief &&
    handoverText(brief, {
      ...words,
      title,
      part: (part) => t(`floor:handover.part.${part}`),
      more: (n) => t('floor:handover.more', { n }),
      urgent: t('floor:urgent'),
      gone: t('floor:handover.gone'),
      untold: t('floor:handover.untold'),
      fresh: t('floor:handover.new'),
    });
  return (
    <div className="page">
      <PageHead
        title={title}
        note={brief && words.as_of(brief)}
        actions={
          <span className="cluster">
            {text && <CopyButton text={text} what={t('floor:handover.what')} label={t('floor:handover.copy')} />}
            <Button onClick={() => window.print()}>{t('floor:handover.print')}</Button>
            <Button loading={pdf.running} disabled={!brief} onClick={() => void pdf.take(input)}>
              {t('floor:handover.pdf')}
            </Button>
            <Button type="primary" loading={keep.isPending} disabled={!brief} onClick={() => keep.mutate(input)}>
              {t('floor:handover.keep')}
            </Button>
          </span>
        }
      />
      <div className="cluster on-screen mb-12">
        <DayPicker
          aria-label={t('floor:handover.date')}
          aria-describedby="brief-reach"
          allowClear={false}
          min={earliestDay(today)}
          max={today}
          value={shown}
          onChange={(day) =>
            setSearch({
              date: day === null || day === readDay ? undefined : day,
              shift: begun(day ?? today, shift) ? shift : 'day',
            })
          }
        />
        <Segmented
          aria-label={t('floor:handover.shift.label')}
          value={shift}
          options={SHIFTS.map((value) => ({
            value,
            label: t(`floor:handover.shift.${value}`),
            disabled: !begun(shown, value),
          }))}
          onChange={(value) => setSearch({ shift: value })}
        />
        {brief && brief.seen.length > 1 && (
          <Segmented<Workstream | ''>
            aria-label={t('floor:which')}
            value={workstream ?? ''}
            options={[{ value: '', label: t('floor:both') }, ...WORKSTREAMS.map((value) => ({ value, label: value }))]}
            onChange={(value) => setSearch({ workstream: value === '' ? undefined : value })}
          />
        )}
        <span id="brief-reach" className="muted">
          {t('floor:handover.reach', { n: REACHES_BACK_DAYS })}
        </span>
      </div>
      {read.isPending && <Lines count={10} />}
      {read.isError &&
        !brief &&
        (refused ? (
          <Empty
            title={refused}
            action={
              <Button onClick={() => setSearch({ date: today === readDay ? undefined : today, shift: 'day' })}>
                {t('floor:handover.today')}
              </Button>
            }
          />
        ) : (
          <CouldNotLoad error={read.error} onRetry={() => void read.refetch()} />
        ))}
      {brief && (
        <article className={styles.brief} aria-label={title}>
          <p className="semibold">{words.happened(brief)}</p>
          <p className="muted">{words.before(brief)}</p>
          {brief.parts.map((part) => (
            <HandoverPartOf key={part.part} part={part} ended={brief.at === brief.to} />
          ))}
          {brief.untold.map((part) => (
            <BriefUntold key={part} part={part} />
          ))}
          {brief.gone.length > 0 && (
            <section className={styles.part}>
              <h2>{t('floor:handover.gone')}</h2>
              <FirstRows className={styles.gone} more={brief.gone_more}>
                {brief.gone.map((one) => (
                  <li key={`${one.part} ${one.id}`}>{words.goneOne(one)}</li>
                ))}
              </FirstRows>
            </section>
          )}
        </article>
      )}
    </div>
  );
}

/** A part without stored data in the handover of another day: heading and reason. */
function BriefUntold({ part }: { part: HandoverPart }) {
  const { t } = useTranslation('floor');
  return (
    <section className={styles.part} aria-label={t(`handover.part.${part}`)} data-part={part}>
      <h2>{t(`handover.part.${part}`)}</h2>
      <p className="muted">{t('handover.untold')}</p>
    </section>
  );
}

/** Downloads the shift handover as a PDF in the page's language. */
function usePdf(endpoint: typeof shiftHandoverExport) {
  const { t, i18n } = useTranslation(['export', 'errors']);
  const toast = useToast();
  const [running, setRunning] = useState(false);
  const take = async (filter: InputOf<typeof shiftHandoverExport>['filter']) => {
    setRunning(true);
    try {
      const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
      const options = { signal: new AbortController().signal, onProgress: () => undefined };
      const { name } = await download(endpoint, { format: 'pdf', language, filter }, options);
      toast.success(t('export:done', { file: name }));
    } catch (error) {
      // An ended session needs no message, because the sign-in page is already loading.
      if (!(error instanceof ApiError && error.status === 401)) toast.error(messageOf(error, t));
    } finally {
      setRunning(false);
    }
  };
  return { running, take };
}
