import type { PermissionRow } from '@darkroom/contract/user/group';
import { findUngrantableCodes, isPortalCode } from '@darkroom/domain/permission/grant';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Checkbox, Input } from 'antd';
import { useMemo, useState, use } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { groupByArea, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useActor } from '../../../lib/session/session.ts';
import { OpenButton } from '../../../ui/data-table/data-table-row.tsx';
import css from './permission-picker.module.css';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { can } from '@darkroom/domain/permission/access';
import { ScreensContext } from '../../../lib/session/screens-context.ts';

/** Contains every endpoint and screen, so it is loaded when a user opens it. */
export const PermissionScope = lazyPart(() => import('./permission-scope.tsx'), <SkeletonLines count={2} />);

interface PermissionPickerProps {
  permissions: readonly PermissionRow[];
  /** Permissions that the group already has. Keeping them grants nothing new. */
  currentCodes: readonly string[];
  readOnly?: boolean;
  /** Set by the form. */
  id?: string;
  value?: readonly string[];
  onChange?: (codes: string[]) => void;
}

/**
 * Limit on granting a permission. `lacking` and `portal`: the checkbox is disabled, because the user cannot grant the permission.
 * `lackingHeld`: the user can remove the permission but not add it.
 */
type GrantLimit = 'lacking' | 'lackingHeld' | 'portal' | null;

/** All permissions by area. A permission that the user cannot grant is shown with the reason. */
export function PermissionPicker(props: PermissionPickerProps) {
  const { permissions, currentCodes, readOnly = false, id, value = [], onChange } = props;
  const { t } = useTranslation(['group', 'table']);
  const words = useCodeTexts();
  const actor = useActor();
  const [text, setText] = useState('');
  const [onlySelected, setOnlySelected] = useState(readOnly);
  const [open, setOpen] = useState<string | null>(null);
  const selected = useMemo(() => new Set(value), [value]);
  const grantLimitOf = useMemo(() => {
    const ungrantable = new Set(
      findUngrantableCodes(
        actor,
        permissions.map((row) => row.codename),
      ),
    );
    const current = new Set(currentCodes);
    return (code: string): GrantLimit => {
      if (current.has(code)) return ungrantable.has(code) ? 'lackingHeld' : null;
      return isPortalCode(code) ? 'portal' : ungrantable.has(code) ? 'lacking' : null;
    };
  }, [actor, permissions, currentCodes]);
  const isDisabled = (code: string) => readOnly || grantLimitOf(code) === 'lacking' || grantLimitOf(code) === 'portal';

  const shown = useMemo(() => {
    const matches = (row: PermissionRow) =>
      foldedMatch(`${words.of(row)} ${words.product(row.codename)} ${row.codename}`, text);
    return groupByArea(
      permissions.filter((row) => matches(row) && (!onlySelected || selected.has(row.codename))),
      (row) => row.codename,
    );
  }, [permissions, text, onlySelected, selected, words]);

  // Codes in table order, so that the same selection always has the same value.
  const choose = (codes: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const code of codes)
      if (isSelected) next.add(code);
      else next.delete(code);
    onChange?.(permissions.map((row) => row.codename).filter((code) => next.has(code)));
  };
  const hasUngrantable = !readOnly && permissions.some((row) => grantLimitOf(row.codename) === 'lacking');

  return (
    <div id={id} className={css.picker} tabIndex={-1}>
      <div className={css.pickerHead}>
        <Input
          type="search"
          className={css.pickerSearch}
          value={text}
          maxLength={100}
          allowClear
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          onChange={(event) => setText(event.target.value)}
          // Enter in the search field does not save the form.
          onPressEnter={(event) => event.preventDefault()}
        />
        <Checkbox checked={onlySelected} onChange={(event) => setOnlySelected(event.target.checked)}>
          {t('picker.onlyChosen')}
        </Checkbox>
        <span className="muted ms-auto tabular" role="status">
          {t('picker.chosen', { n: selected.size, all: permissions.length })}
        </span>
      </div>
      {hasUngrantable && <p className="muted">{t('picker.legend')}</p>}
      {!readOnly && <OpenedScreens codes={value} />}
      {shown.length === 0 && (
        <p className={css.noResults}>{text.trim() ? t('picker.nothing', { text: text.trim() }) : t('picker.none')}</p>
      )}
      {shown.map(({ area, things }) => {
        const enabledCodes = things.map((row) => row.codename).filter((code) => !isDisabled(code));
        const selectedCount = enabledCodes.filter((code) => selected.has(code)).length;
        return (
          <fieldset key={area} className={css.area}>
            <legend className={css.areaHead}>
              {readOnly ? (
                <span className={css.areaName}>{words.area(area)}</span>
              ) : (
                <Checkbox
                  className={css.areaName}
                  checked={enabledCodes.length > 0 && selectedCount === enabledCodes.length}
                  indeterminate={selectedCount > 0 && selectedCount < enabledCodes.length}
                  disabled={enabledCodes.length === 0}
                  aria-label={t('picker.all', { area: words.area(area) })}
                  onChange={(event) => choose(enabledCodes, event.target.checked)}
                >
                  {words.area(area)}
                </Checkbox>
              )}
              <span className="muted tabular">
                {t('allOf', { n: things.filter((row) => selected.has(row.codename)).length, all: things.length })}
              </span>
            </legend>
            {things.map((row) => (
              <CodeLine
                key={row.id}
                row={row}
                checked={selected.has(row.codename)}
                disabled={isDisabled(row.codename)}
                grantLimit={readOnly ? null : grantLimitOf(row.codename)}
                open={open === row.codename}
                onOpen={() => setOpen(open === row.codename ? null : row.codename)}
                onChange={(checked) => choose([row.codename], checked)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface CodeLineProps {
  row: PermissionRow;
  checked: boolean;
  disabled: boolean;
  grantLimit: GrantLimit;
  open: boolean;
  onOpen: () => void;
  onChange: (checked: boolean) => void;
}

/** One permission: description and code, and its screens and endpoints on request. */
function CodeLine({ row, checked, disabled, grantLimit, open, onOpen, onChange }: CodeLineProps) {
  const { t } = useTranslation('group');
  const words = useCodeTexts();
  const note = grantLimit && t(`picker.${grantLimit}`);
  return (
    <div className={css.permission}>
      <Checkbox
        checked={checked}
        disabled={disabled}
        className={css.permissionCheckbox}
        title={note ?? undefined}
        onChange={(event) => onChange(event.target.checked)}
      >
        <span className={css.permissionName}>{words.of(row)}</span>
        {row.built_in && row.described && <span className={css.permissionNote}>{words.product(row.codename)}</span>}
        {note && grantLimit !== 'lacking' && <span className={css.permissionNote}>{note}</span>}
      </Checkbox>
      <span className="muted break-anywhere">{row.codename}</span>
      <OpenButton open={open} label={t('picker.whyOf', { code: row.codename })} onClick={onOpen} />
      {open && (
        <div className={css.permissionScope}>
          <PermissionScope code={row.codename} builtIn={row.built_in} />
        </div>
      )}
    </div>
  );
}

/** Screens that the selected permissions open, in addition to those for everyone. A message shows if there are none. */
export function OpenedScreens({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['group', 'menu']);
  const screens = use(ScreensContext);
  const subject = { account: 'staff', is_superuser: false, permissions: new Set(codes) } as const;
  const opened = screens.filter(
    ({ area, access }) => area !== 'home' && (access.kind === 'any' || access.kind === 'all') && can(subject, access),
  );
  if (codes.length === 0) return null;
  if (opened.length === 0)
    return (
      <p className="muted" role="status">
        {t('opensNone')}
      </p>
    );
  const names = [...new Set(opened.map(({ label }) => t(`menu:${label}`)))];
  return <p className="muted">{t('opensScreens', { count: names.length, names: names.join(' · ') })}</p>;
}
