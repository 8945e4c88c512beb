/** The room for children that the page shows, with a table of it or by itself; empty: none. */
export const here = $state({ room: "" });

/** While this component is shown the page is one for children: large targets, nothing that leads away. */
export function stayIn(room: () => string): void {
  $effect(() => {
    const id = room();
    here.room = id;
    document.documentElement.toggleAttribute("data-room", id !== "");
    return () => {
      here.room = "";
      document.documentElement.removeAttribute("data-room");
    };
  });
}
