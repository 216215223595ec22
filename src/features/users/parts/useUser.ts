import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp } from '../../../kit/hooks/app.ts'
import { type User, userDetail, usersList } from '../contract.ts'

/** One account as the drawer shows it; changes of the list renew it. */
export function useUser(id: string) {
  return useDetail([usersList.key, 'detail', id], id)
}

/** One account read now and left alone: what a form starts from must not change under the hands. */
export function useFreshUser(id: string) {
  const [opening] = useState(() => crypto.randomUUID())
  return useDetail(['users-form', id, opening], id)
}

function useDetail(queryKey: string[], id: string) {
  const { call } = useApp()
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<User> =>
      (await call(userDetail, { params: { id } }, { signal, quiet: true })).user,
  })
}
