import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { type Line, lineAdd, lineEdit, type Team, teamAdd, teamEdit } from '../contract.ts'
import { text } from '../screenText.ts'
import { FieldsForm } from './FieldsForm.tsx'
import styles from './organisation.module.css'
import { pathNames, useAct, useStructure } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
type Dialog = { kind: 'line'; line?: Line } | { kind: 'team'; line: Line; team?: Team; parentId?: string }

/** Business lines with their teams as a tree. */
export function Structure({ tabs }: { tabs: ReactNode }) {
  const words = useText(text)
  const { data, error, refetch } = useStructure()
  const [dialog, setDialog] = useState<Dialog>()
  return (
    <>
      <PageHead title={words.tabs.structure}>
        {tabs}
        <Button leftSection={<IconPlus {...icon} />} onClick={() => setDialog({ kind: 'line' })}>
          {words.lineAdd}
        </Button>
      </PageHead>
      {!data ? (
        <div className="card">
          {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={280} radius="md" />}
        </div>
      ) : (
        <div className={styles.lines}>
          {data.lines.map((line) => {
            const teams = data.teams.filter(({ lineId }) => lineId === line.id)
            return (
              <section key={line.id} className={`card ${styles.line}`} aria-label={line.name} data-content>
                <header className={styles.lineHead}>
                  <h2>{line.name}</h2>
                  <span>{words.partners(line.partners)}</span>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.editOf(line.name)}
                    onClick={() => setDialog({ kind: 'line', line })}
                  >
                    <IconPencil {...icon} />
                  </ActionIcon>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPlus size={14} stroke={1.6} />}
                    onClick={() => setDialog({ kind: 'team', line })}
                  >
                    {words.teamAdd}
                  </Button>
                </header>
                {teams.length === 0 ? (
                  <Empty title={words.noTeams} />
                ) : (
                  <ul className={styles.tree}>
                    {teams.map((team) => (
                      <li key={team.id} style={{ '--depth': depthOf(team, teams) } as CSSProperties}>
                        <IconUsersGroup {...icon} aria-hidden />
                        <b>{team.name}</b>
                        <span>
                          {team.leaders.length > 0 ? words.leaders(team.leaders.join(words.listComma)) : words.noLeader}
                          {' · '}
                          {words.partners(team.partners)}
                        </span>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={words.teamAddIn(team.name)}
                          onClick={() => setDialog({ kind: 'team', line, parentId: team.id })}
                        >
                          <IconPlus {...icon} />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={words.editOf(team.name)}
                          onClick={() => setDialog({ kind: 'team', line, team })}
                        >
                          <IconPencil {...icon} />
                        </ActionIcon>
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      )}
      {dialog?.kind === 'line' && <LineForm line={dialog.line} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'team' && (
        <TeamForm {...dialog} teams={data?.teams ?? []} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

function depthOf({ parentId }: Team, teams: readonly Team[]): number {
  const parent = teams.find(({ id }) => id === parentId)
  return parent ? depthOf(parent, teams) + 1 : 0
}

function LineForm({ line, onClose }: { line: Line | undefined; onClose(): void }) {
  const { notify } = useApp()
  const words = useText(text)
  const act = useAct()
  return (
    <FieldsForm
      title={line ? words.lineEdit : words.lineAdd}
      confirm={words.save}
      fields={[{ name: 'name', label: words.name, isWide: true }]}
      initial={{ name: line?.name ?? '' }}
      submit={async ({ name = '' }, key) => {
        if (line) await act(lineEdit, { params: { id: line.id }, body: { version: line.version, name } }, key)
        else await act(lineAdd, { body: { name } }, key)
        notify(words.saved, 'success')
      }}
      onClose={onClose}
    />
  )
}

interface TeamFormProps {
  line: Line
  team?: Team
  parentId?: string
  teams: readonly Team[]
  onClose(): void
}

function TeamForm({ line, team, parentId, teams, onClose }: TeamFormProps) {
  const { notify } = useApp()
  const words = useText(text)
  const act = useAct()
  const names = pathNames(teams)
  // A team cannot go below itself; the server says so, and here it is not offered.
  const below = new Set(team ? [team.id] : [])
  for (const { id, parentId: above } of teams) if (above && below.has(above)) below.add(id)
  const options = teams
    .filter(({ id, lineId }) => lineId === line.id && !below.has(id))
    .map(({ id }) => ({ value: id, label: names.get(id)! }))
  return (
    <FieldsForm
      title={team ? words.teamEdit : words.teamAdd}
      confirm={words.save}
      fields={[
        { name: 'name', label: words.name },
        { name: 'parentId', label: words.parent, kind: 'select', options, isOptional: true, hint: words.noParent },
      ]}
      initial={{ name: team?.name ?? '', parentId: team?.parentId ?? parentId ?? '' }}
      submit={async ({ name = '', parentId: above }, key) => {
        const place = { name, parentId: above || null }
        if (team) await act(teamEdit, { params: { id: team.id }, body: { version: team.version, ...place } }, key)
        else await act(teamAdd, { body: { ...place, lineId: line.id } }, key)
        notify(words.saved, 'success')
      }}
      onClose={onClose}
    />
  )
}
