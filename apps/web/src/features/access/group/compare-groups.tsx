import type { GroupRow, PermissionRow } from '@darkroom/contract/user/group';
import { compareCodes } from '@darkroom/domain/permission/grant';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { groupByArea, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import css from './compare-groups.module.css';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

interface CompareGroupsProps {
  groups: readonly GroupRow[];
  permissions: readonly PermissionRow[];
  selectedIds: readonly number[];
  onChoose: (ids: number[]) => void;
  onClose: () => void;
}

/** Two groups side by side, with the permissions that only one of them has. */
export function CompareGroups({ groups, permissions, selectedIds, onChoose, onClose }: CompareGroupsProps) {
  const { t } = useTranslation('group');
  const [first, second] = selectedIds.map((id) => groups.find((group) => group.id === id));
  const options = groups.map((group) => ({ value: group.id, label: group.group_name }));
  const select = (position: 0 | 1, label: string) => (
    <label className="items gap-4">
      <span>{label}</span>
      <Select<number>
        value={selectedIds[position] ?? null}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(id) => onChoose(position === 0 ? [id, ...selectedIds.slice(1)] : [...selectedIds.slice(0, 1), id])}
        disabled={position === 1 && selectedIds.length === 0}
      />
    </label>
  );
  return (
    <Drawer open title={t('compare.title')} width="wide" onClose={onClose}>
      <div className={css.compareFields}>
        {select(0, t('compare.first'))}
        {select(1, t('compare.second'))}
      </div>
      {first && second ? (
        <GroupComparison first={first} second={second} permissions={permissions} />
      ) : (
        <p className="muted">{t('compare.choose')}</p>
      )}
    </Drawer>
  );
}

interface GroupComparisonProps {
  first: GroupRow;
  second: GroupRow;
  permissions: readonly PermissionRow[];
}

function GroupComparison({ first, second, permissions }: GroupComparisonProps) {
  const { t } = useTranslation(['group', 'field']);
  const words = useCodeTexts();
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const { added, removed } = compareCodes(first.permissions, second.permissions);
  const sharedCount = first.permissions.length - removed.length;
  const [firstCodes, secondCodes] = [new Set(first.permissions), new Set(second.permissions)];
  const rows = permissions.filter(({ codename }) =>
    onlyDifferences
      ? firstCodes.has(codename) !== secondCodes.has(codename)
      : firstCodes.has(codename) || secondCodes.has(codename),
  );
  const mark = (has: boolean) =>
    has ? (
      <span role="img" aria-label={t('compare.has')} className={css.granted}>
        ●
      </span>
    ) : (
      <span role="img" aria-label={t('compare.lacks')} className="ink-muted">
        –
      </span>
    );
  return (
    <>
      <div className={css.compareHead}>
        <p role="status">
          {t('compare.counts', {
            both: sharedCount,
            first: removed.length,
            firstName: first.group_name,
            second: added.length,
            secondName: second.group_name,
          })}
        </p>
        <Checkbox checked={onlyDifferences} onChange={(event) => setOnlyDifferences(event.target.checked)}>
          {t('compare.onlyDifferences')}
        </Checkbox>
      </div>
      {rows.length === 0 ? (
        <p className="muted">{t('compare.same', { n: sharedCount })}</p>
      ) : (
        <table className={css.comparisonTable}>
          <thead>
            <tr>
              <th scope="col">{t('field:permissions')}</th>
              <th scope="col">{first.group_name}</th>
              <th scope="col">{second.group_name}</th>
            </tr>
          </thead>
          {groupByArea(rows, (row) => row.codename).map(({ area, things }) => (
            <tbody key={area}>
              <tr>
                <th colSpan={3} scope="rowgroup" className={css.areaRow}>
                  {words.area(area)}
                </th>
              </tr>
              {things.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    {words.of(row)} <span className="muted break-anywhere">{row.codename}</span>
                  </th>
                  <td>{mark(firstCodes.has(row.codename))}</td>
                  <td>{mark(secondCodes.has(row.codename))}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
}
