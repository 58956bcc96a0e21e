import { shiftHandover, shiftHandoverExport, shiftHandoverSave } from '@darkroom/contract/floor/floor';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import {
  getEarliestDay,
  MAX_AGE_DAYS,
  SHIFTS,
  getShiftPeriod,
  type Shift,
  type HandoverPart,
} from '@darkroom/domain/floor/shift-handover';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { getFailureText, getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useToast } from '../../../lib/toast.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useReportDay, useToday } from '../../../lib/clock/use-today.ts';
import { useDueDateRules } from '../../../entities/due-date/use-due-date-rules.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LoadErrorMessage, Empty, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { handoverSearch } from '../floor-search.ts';
import { ShiftHandoverPart } from './shift-handover-part.tsx';
import { formatHandover } from './shift-handover-text.ts';
import { FirstRows } from './first-rows.tsx';
import { useHandoverWords } from './use-shift-handover-words.ts';
import styles from './shift-handover.module.css';
import type { InputOf } from '@darkroom/contract/endpoint';
import { useState } from 'react';
import { download } from '../../../lib/download.ts';

const EVERY_MS = 60_000;

/** Handover of a shift or a day (/floor/shift-handover), to read, print, copy and save for the next shift. */
export default function ShiftHandoverPage() {
  const { t } = useTranslation(['floor', 'status', 'errors']);
  const [{ workstream = null, date, shift }, setSearch] = useScreenSearch(handoverSearch.schema);
  const today = useToday();
  const readDay = useReportDay();
  const shownDay = date ?? readDay;
  const input = { workstream, date_from: shownDay, date_to: shownDay, shift };
  const now = useNow(EVERY_MS);
  const { calendar } = useDueDateRules();
  /** True if a shift has begun. Before that, there is no handover. */
  const hasBegun = (day: string, ofShift: Shift) =>
    !calendar || Date.parse(getShiftPeriod({ date_from: day, date_to: day, shift: ofShift }, calendar).from) <= now;
  const handoverQuery = useQuery({
    ...query(shiftHandover, input),
    placeholderData: keepPreviousData,
    // The handover of a past day does not change.
    refetchInterval: shownDay === today && EVERY_MS,
  });
  const words = useHandoverWords();
  const toast = useToast();
  const saveHandover = useApiMutation(shiftHandoverSave, {
    invalidates: ['shift_handover'],
    onSuccess: () => toast.success(t('floor:handover.saved')),
  });
  const pdf = usePdfDownload(shiftHandoverExport);
  const handover = handoverQuery.data;
  const title = words.title(shownDay, shift);
  // The URL can name a shift without a handover.
  const refusal =
    handoverQuery.error instanceof ApiError && handoverQuery.error.status === 422
      ? getFailureText(handoverQuery.error, t).text
      : null;
  const text =
    handover &&
    formatHandover(handover, {
      ...words,
      title,
      part: (part) => t(`floor:handover.part.${part}`),
      more: (n) => t('floor:handover.more', { n }),
      urgent: t('floor:urgent'),
      removedTitle: t('floor:handover.removed'),
      unavailableText: t('floor:handover.unavailable'),
      newLabel: t('floor:handover.new'),
    });
  return (
    <div className="page">
      <PageHead
        title={title}
        note={handover && words.as_of(handover)}
        actions={
          <span className="cluster">
            {text && <CopyButton text={text} what={t('floor:handover.what')} label={t('floor:handover.copy')} />}
            <Button onClick={() => window.print()}>{t('floor:handover.print')}</Button>
            <Button loading={pdf.running} disabled={!handover} onClick={() => void pdf.downloadPdf(input)}>
              {t('floor:handover.pdf')}
            </Button>
            <Button
              type="primary"
              loading={saveHandover.isPending}
              disabled={!handover}
              onClick={() => saveHandover.mutate(input)}
            >
              {t('floor:handover.save')}
            </Button>
          </span>
        }
      />
      <div className="cluster screen-only mb-12">
        <DayPicker
          aria-label={t('floor:handover.date')}
          aria-describedby="brief-reach"
          allowClear={false}
          min={getEarliestDay(today)}
          max={today}
          value={shownDay}
          onChange={(day) =>
            setSearch({
              date: day === null || day === readDay ? undefined : day,
              shift: hasBegun(day ?? today, shift) ? shift : 'day',
            })
          }
        />
        <Segmented
          aria-label={t('floor:handover.shift.label')}
          value={shift}
          options={SHIFTS.map((value) => ({
            value,
            label: t(`floor:handover.shift.${value}`),
            disabled: !hasBegun(shownDay, value),
          }))}
          onChange={(value) => setSearch({ shift: value })}
        />
        {handover && handover.selectable_workstreams.length > 1 && (
          <Segmented<Workstream | ''>
            aria-label={t('floor:which')}
            value={workstream ?? ''}
            options={[{ value: '', label: t('floor:both') }, ...WORKSTREAMS.map((value) => ({ value, label: value }))]}
            onChange={(value) => setSearch({ workstream: value === '' ? undefined : value })}
          />
        )}
        <span id="brief-reach" className="muted">
          {t('floor:handover.reach', { n: MAX_AGE_DAYS })}
        </span>
      </div>
      {handoverQuery.isPending && <SkeletonLines count={10} />}
      {handoverQuery.isError &&
        !handover &&
        (refusal ? (
          <Empty
            title={refusal}
            action={
              <Button onClick={() => setSearch({ date: today === readDay ? undefined : today, shift: 'day' })}>
                {t('floor:handover.today')}
              </Button>
            }
          />
        ) : (
          <LoadErrorMessage error={handoverQuery.error} onRetry={() => void handoverQuery.refetch()} />
        ))}
      {handover && (
        <article className={styles.handover} aria-label={title}>
          <p className="semibold">{words.happened(handover)}</p>
          <p className="muted">{words.before(handover)}</p>
          {handover.parts.map((part) => (
            <ShiftHandoverPart key={part.part} part={part} ended={handover.at === handover.to} />
          ))}
          {handover.unavailable_parts.map((part) => (
            <UnavailablePart key={part} part={part} />
          ))}
          {handover.removed.length > 0 && (
            <section className={styles.part}>
              <h2>{t('floor:handover.removed')}</h2>
              <FirstRows className={styles.removedRows} unsentCount={handover.removed_more}>
                {handover.removed.map((item) => (
                  <li key={`${item.part} ${item.id}`}>{words.formatRemoved(item)}</li>
                ))}
              </FirstRows>
            </section>
          )}
        </article>
      )}
    </div>
  );
}

/** A part that the handover of a past day does not store: heading and reason. */
function UnavailablePart({ part }: { part: HandoverPart }) {
  const { t } = useTranslation('floor');
  return (
    <section className={styles.part} aria-label={t(`handover.part.${part}`)} data-part={part}>
      <h2>{t(`handover.part.${part}`)}</h2>
      <p className="muted">{t('handover.unavailable')}</p>
    </section>
  );
}

/** Downloads the shift handover as a PDF in the page's language. */
function usePdfDownload(endpoint: typeof shiftHandoverExport) {
  const { t, i18n } = useTranslation(['export', 'errors']);
  const toast = useToast();
  const [running, setRunning] = useState(false);
  const downloadPdf = async (filter: InputOf<typeof shiftHandoverExport>['filter']) => {
    setRunning(true);
    try {
      const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
      const options = { signal: new AbortController().signal, onProgress: () => undefined };
      const { name } = await download(endpoint, { format: 'pdf', language, filter }, options);
      toast.success(t('export:done', { file: name }));
    } catch (error) {
      // An ended session needs no message, because the sign-in page is already loading.
      if (!(error instanceof ApiError && error.status === 401)) toast.error(getErrorMessage(error, t));
    } finally {
      setRunning(false);
    }
  };
  return { running, downloadPdf };
}
