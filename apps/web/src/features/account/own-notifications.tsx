import type { InputOf } from '@darkroom/contract/endpoint';
import { notificationEndpoints } from '@darkroom/contract/notification';
import { kindsFor } from '@darkroom/domain/notification/notification';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Switch } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../lib/call/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { readTimeOfDay } from '../../lib/words/time-of-day.ts';
import { useToast } from '../../lib/toast.ts';
import { CouldNotLoad, Lines } from '../../ui/data-table/data-table-states.tsx';
import css from './account-page.module.css';

type Choice = InputOf<typeof notificationEndpoints.setPreferences>;

/** Default of the quiet hours: the bureau's night. */
const NIGHT = { from: '22:00', to: '06:00' };

/** Notification kinds and quiet hours. The server keeps them, so they apply on all devices of the user. */
export function OwnNotifications() {
  const { t } = useTranslation(['notification', 'account']);
  const toast = useToast();
  const client = useQueryClient();
  const kept = useQuery(query(notificationEndpoints.preferences, {}));
  const save = useApiMutation(notificationEndpoints.setPreferences, { onError: () => void kept.refetch() });
  // A choice that is not saved yet is kept apart from the saved one: a read between two saves returns only the first.
  const [chosen, setChosen] = useState<Choice>();
  const last = useRef<Choice>(undefined);
  const sending = useRef(false);
  const choice = chosen ?? kept.data;
  const change = async (part: (before: Choice) => Partial<Choice>) => {
    const before = last.current ?? choice;
    if (!before) return;
    last.current = { ...before, ...part(before) };
    setChosen(last.current);
    if (sending.current) return;
    sending.current = true;
    try {
      // Saves run one after the other, because each sends the whole choice. A choice made during a save goes with the next one.
      for (let sent: Choice | undefined; last.current && sent !== last.current;) {
        sent = last.current;
        await save.mutateAsync(sent);
      }
      const { queryKey } = query(notificationEndpoints.preferences, {});
      await client.cancelQueries({ queryKey });
      client.setQueryData<Choice>(queryKey, last.current);
      toast.success(t('notification:saved'));
    } catch {
      // The mutation shows the error. The saved choice is read again.
    } finally {
      sending.current = false;
      last.current = undefined;
      setChosen(undefined);
    }
  };
  const kinds = kindsFor(useActor());
  // Kinds that cannot reach this user are not offered. An earlier choice about them is kept.
  const offAfter = (last: Choice, on: readonly string[]) => [
    ...last.off.filter((kind) => !kinds.includes(kind)),
    ...kinds.filter((kind) => !on.includes(kind)),
  ];
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby="own-notices">
      <h2 id="own-notices">{t('notification:title')}</h2>
      <p className="muted">{t('notification:chooseHint')}</p>
      {kept.isLoading && <Lines count={4} />}
      {kept.isError && !choice && <CouldNotLoad error={kept.error} onRetry={() => void kept.refetch()} />}
      {choice && (
        <>
          <Checkbox.Group
            className={css.kinds}
            aria-label={t('notification:kinds')}
            value={kinds.filter((kind) => !choice.off.includes(kind))}
            options={kinds.map((kind) => ({ value: kind, label: t(`notification:kind.${kind}`) }))}
            onChange={(on) => void change((last) => ({ off: offAfter(last, on) }))}
          />
          <label className={css.quietSwitch}>
            <Switch
              size="small"
              checked={choice.quiet !== null}
              onChange={(on) => void change(() => ({ quiet: on ? NIGHT : null }))}
            />
            {t('notification:quiet')}
          </label>
          {choice.quiet && (
            <QuietHours
              quiet={choice.quiet}
              onChange={(end, time) => void change(({ quiet }) => ({ quiet: quiet && { ...quiet, [end]: time } }))}
            />
          )}
          <p className="muted">
            {/* Equal start and end mean no quiet hours (`isQuiet`). */}
            {t(
              choice.quiet && choice.quiet.from === choice.quiet.to
                ? 'notification:quietNone'
                : 'notification:quietHint',
            )}
          </p>
        </>
      )}
    </section>
  );
}

function QuietHours(props: {
  quiet: NonNullable<Choice['quiet']>;
  onChange: (end: 'from' | 'to', time: string) => void;
}) {
  const { t } = useTranslation('notification');
  const { quiet, onChange } = props;
  return (
    <div className={css.quietHours}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="row">
          {t(`quiet_${end}`)}
          <TimeOfDay key={quiet[end]} value={quiet[end]} onChange={(time) => onChange(end, time)} />
        </label>
      ))}
    </div>
  );
}

/** A text field, because the browser's time field follows the device's 12-hour clock. It remounts when the time changes elsewhere. */
function TimeOfDay({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('notification');
  const [typed, setTyped] = useState(value);
  const time = readTimeOfDay(typed);
  return (
    <>
      <input
        inputMode="numeric"
        size={5}
        maxLength={5}
        placeholder={t('quiet_time')}
        title={t('quiet_time')}
        aria-invalid={time === null}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Saves on blur, not after every digit.
        onBlur={() => {
          if (time === null) return;
          setTyped(time);
          if (time !== value) onChange(time);
        }}
      />
      {time === null && (
        <span role="alert" className="ink-danger">
          {t('quiet_time')}
        </span>
      )}
    </>
  );
}
