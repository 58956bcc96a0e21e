import { noticeEndpoints, type InputOf } from '@darkroom/contract';
import { NOTICE_KINDS } from '@darkroom/domain/notice/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../lib/query.ts';
import { readTimeOfDay } from '../../lib/time-of-day.ts';
import { useToast } from '../../lib/toast.ts';
import { CouldNotLoad, Lines } from '../../ui/data-table-states.tsx';
import css from './account-page.module.css';

type Choice = InputOf<typeof noticeEndpoints.prefer>;

/** What quiet hours begin with: the bureau's night. */
const NIGHT = { from: '22:00', to: '06:00' };

/** What one is told of, and when not aloud: kept with the person, for every device of theirs. */
export function OwnNotices() {
  const { t } = useTranslation(['notice', 'account']);
  const toast = useToast();
  const client = useQueryClient();
  const kept = useQuery(query(noticeEndpoints.preferences, {}));
  const { queryKey } = query(noticeEndpoints.preferences, {});
  const save = useApiMutation(noticeEndpoints.prefer, {
    onSuccess: (choice) => {
      client.setQueryData(queryKey, choice);
      toast.success(t('notice:saved'));
    },
    onError: () => void kept.refetch(),
  });
  const change = (part: Partial<Choice>) => {
    if (kept.data) save.mutate({ ...kept.data, ...part });
  };
  const choice = save.isPending ? save.variables : kept.data;
  return (
    <section aria-labelledby="own-notices">
      <h2 id="own-notices">{t('notice:title')}</h2>
      <p className="quiet">{t('notice:chooseHint')}</p>
      {kept.isLoading && <Lines count={4} />}
      {kept.isError && !choice && <CouldNotLoad error={kept.error} onRetry={() => void kept.refetch()} />}
      {choice && (
        <>
          <Checkbox.Group
            className={css.kinds}
            aria-label={t('notice:kinds')}
            value={NOTICE_KINDS.filter((kind) => !choice.off.includes(kind))}
            options={NOTICE_KINDS.map((kind) => ({ value: kind, label: t(`notice:kind.${kind}`) }))}
            onChange={(on) => change({ off: NOTICE_KINDS.filter((kind) => !on.includes(kind)) })}
          />
          <label className={css.quietSwitch}>
            <Switch
              size="small"
              checked={choice.quiet !== null}
              onChange={(on) => change({ quiet: on ? NIGHT : null })}
            />
            {t('notice:quiet')}
          </label>
          {choice.quiet && <QuietHours quiet={choice.quiet} onChange={(quiet) => change({ quiet })} />}
          <p className="quiet">{t('notice:quietHint')}</p>
        </>
      )}
    </section>
  );
}

function QuietHours(props: {
  quiet: NonNullable<Choice['quiet']>;
  onChange: (quiet: NonNullable<Choice['quiet']>) => void;
}) {
  const { t } = useTranslation('notice');
  const { quiet, onChange } = props;
  return (
    <div className={css.quietHours}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {t(`quiet_${end}`)}
          <TimeOfDay key={quiet[end]} value={quiet[end]} onChange={(time) => onChange({ ...quiet, [end]: time })} />
        </label>
      ))}
    </div>
  );
}

/** A text field, for the browser's own follows the device's clock of 12 hours. Anew when its time changes elsewhere. */
function TimeOfDay({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('notice');
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
        // Saved when it is left, not with every digit of it.
        onBlur={() => {
          if (time === null) return;
          setTyped(time);
          if (time !== value) onChange(time);
        }}
      />
      {time === null && (
        <span role="alert" className={css.notATime}>
          {t('quiet_time')}
        </span>
      )}
    </>
  );
}
