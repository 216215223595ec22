import { create } from 'zustand'

/** Whether the sheet of shortcuts is open. */
export const useSheet = create(() => ({ isOpen: false }))
export const openSheet = () => useSheet.setState({ isOpen: true })
