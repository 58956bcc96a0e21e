import type { InputOf } from '@darkroom/contract/endpoint';
import { notificationEndpoints } from '@darkroom/contract/notification';
import { getReceivableKinds } from '@darkroom/domain/notification/notification';
import { Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor } from '../../lib/session/session.ts';
import { parseTimeOfDay } from '../../lib/i18n/time-of-day.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import css from './account-page.module.css';
import { usePreferences } from './use-preferences.ts';

type NotificationPreferences = InputOf<typeof notificationEndpoints.setPreferences>;

const identity = (saved: NotificationPreferences) => saved;

/** Default of the quiet hours: the bureau's night. */
const DEFAULT_QUIET_HOURS = { from: '22:00', to: '06:00' };

/** Notification kinds and quiet hours. They are saved on the server, so they apply on all devices of the user. */
export function MyNotifications() {
  const { t } = useTranslation(['notification', 'account']);
  const {
    saved: savedPreferences,
    choice,
    change,
  } = usePreferences(notificationEndpoints.preferences, notificationEndpoints.setPreferences, identity);
  const kinds = getReceivableKinds(useActor());
  // Kinds that this user cannot receive are not offered, but an earlier choice about them does not change.
  const toOffKinds = (latest: NotificationPreferences, on: readonly string[]) => [
    ...latest.off.filter((kind) => !kinds.includes(kind)),
    ...kinds.filter((kind) => !on.includes(kind)),
  ];
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby="own-notices">
      <h2 id="own-notices">{t('notification:title')}</h2>
      <p className="muted">{t('notification:chooseHint')}</p>
      {savedPreferences.isLoading && <SkeletonLines count={4} />}
      {savedPreferences.isError && !choice && (
        <LoadErrorMessage error={savedPreferences.error} onRetry={() => void savedPreferences.refetch()} />
      )}
      {choice && (
        <>
          <Checkbox.Group
            className={css.notificationTypes}
            aria-label={t('notification:kinds')}
            value={kinds.filter((kind) => !choice.off.includes(kind))}
            options={kinds.map((kind) => ({ value: kind, label: t(`notification:kind.${kind}`) }))}
            onChange={(on) => void change((latest) => ({ off: toOffKinds(latest, on) }))}
          />
          <label className={css.quietSwitch}>
            <Switch
              size="small"
              checked={choice.quiet !== null}
              onChange={(on) => void change(() => ({ quiet: on ? DEFAULT_QUIET_HOURS : null }))}
            />
            {t('notification:quiet')}
          </label>
          {choice.quiet && (
            <QuietHours
              quiet={choice.quiet}
              onChange={(bound, time) => void change(({ quiet }) => ({ quiet: quiet && { ...quiet, [bound]: time } }))}
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
  quiet: NonNullable<NotificationPreferences['quiet']>;
  onChange: (bound: 'from' | 'to', time: string) => void;
}) {
  const { t } = useTranslation('notification');
  const { quiet, onChange } = props;
  return (
    <div className={css.quietHours}>
      {(['from', 'to'] as const).map((bound) => (
        <label key={bound} className="row">
          {t(`quiet_${bound}`)}
          <TimeOfDay key={quiet[bound]} value={quiet[bound]} onChange={(time) => onChange(bound, time)} />
        </label>
      ))}
    </div>
  );
}

/** A text field, because the browser's time field follows the device's 12-hour clock. It remounts when the time changes elsewhere. */
function TimeOfDay({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('notification');
  const [typed, setTyped] = useState(value);
  const time = parseTimeOfDay(typed);
  return (
    <>
      <input
        inputMode="numeric"
        size={5}
        maxLength={5}
        placeholder={t('quietTime')}
        title={t('quietTime')}
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
          {t('quietTime')}
        </span>
      )}
    </>
  );
}
