package contract_test

import (
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// imports sends a file, lets it be checked and stored, and makes the mistakes that clients make.
func (c client) imports() {
	const imports, jsonType, partType = skeetertest.API + "/imports", "application/json", "application/octet-stream"
	content := "species,lat,lon,date\nAedes albopictus,43.7,7.25,2024-06-01\nAedes albopictus,95,7.25,2024-06-01\n"
	c.Want(200, "GET", imports+"/choices", "")
	c.Want(422, "GET", imports+"/choices?limit=1", "")
	for body, status := range map[string]int{`{`: 422, `{}`: 422, `{"filename":"a.csv","size":0}`: 422, `{"filename":"a.csv","size":1099511627776}`: 413, `{"filename":"a.csv","size":9,"url":"http://localhost"}`: 422} {
		c.Want(status, "POST", imports, body, "Content-Type", jsonType)
	}
	c.Want(415, "POST", imports, "a,b", "Content-Type", "text/csv")
	begun := c.Ask("POST", imports, `{"filename":"contract.csv","size":`+strconv.Itoa(len(content))+`}`, "Content-Type", jsonType)
	id := imports + "/" + skeetertest.Decode[struct{ ID string }](c.T, begun, 201).ID
	nobody := imports + "/" + skeetertest.OwnID

	c.Want(409, "POST", id+"/check", "{}", "Content-Type", jsonType)
	c.Want(409, "GET", id+"/rejected", "")
	c.Want(409, "PUT", id+"/file?offset=3", content, "Content-Type", partType)
	c.Want(413, "PUT", id+"/file?offset=0", content+content, "Content-Type", partType)
	c.Want(415, "PUT", id+"/file?offset=0", content, "Content-Type", "text/csv")
	c.Want(422, "PUT", id+"/file", content, "Content-Type", partType)
	c.Want(404, "PUT", nobody+"/file?offset=0", content, "Content-Type", partType)
	c.Want(200, "PUT", id+"/file?offset=0", content, "Content-Type", partType)
	c.await(id, "received")
	for _, body := range []string{`{"dates":"backwards"}`, `{"map":{"specie":"a"}}`, `{"profile":"../x"}`, `{"file":"/etc/passwd"}`} {
		c.Want(422, "POST", id+"/check", body, "Content-Type", jsonType)
	}
	c.Want(202, "POST", id+"/check", `{"dataset":"Contract"}`, "Content-Type", jsonType)
	c.await(id, "checked")
	c.Want(200, "GET", id+"/rejected", "")
	c.Want(422, "POST", id+"/store", `{"replace":"yes"}`, "Content-Type", jsonType)
	c.Want(202, "POST", id+"/store", `{}`, "Content-Type", jsonType)
	c.await(id, "stored")
	if n := c.Count(skeetertest.Observations + "?data_source=contract"); n != 1 {
		c.T.Errorf("of the rows %d are stored", n)
	}
	c.Want(409, "POST", id+"/store", `{}`, "Content-Type", jsonType)
	c.Want(204, "DELETE", id, "")
	for _, path := range []string{id, nobody, imports + "/7"} {
		c.Want(404, "GET", path, "")
		c.Want(404, "DELETE", path, "")
		c.Want(404, "GET", path+"/rejected", "")
		c.Want(404, "POST", path+"/check", "{}", "Content-Type", jsonType)
		c.Want(404, "POST", path+"/store", "{}", "Content-Type", jsonType)
	}
}

// await asks for an import until it has a state.
func (c client) await(path, state string) {
	c.T.Helper()
	testenv.Eventually(c.T, "the import is "+state, func() bool {
		a := c.Ask("GET", path, "")
		got := skeetertest.Decode[struct{ State string }](c.T, a, 200).State
		if got == "failed" && got != state {
			c.T.Fatalf("the import is %s, want %s: %s", got, state, strings.TrimSpace(string(a.Body)))
		}
		return got == state
	})
}
